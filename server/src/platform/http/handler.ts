import type { AccessScope, Account } from '@vermilion/contract/accounts'
import type { EndpointResponse, Endpoint, Received } from '@vermilion/contract/kernel/endpoint'
import type { Language } from '@vermilion/contract/kernel/text'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Identity {
  readonly account: Account
  readonly credential: Credential
}

/** A sign-in, or an access token for scripts. */
export interface Credential {
  readonly kind: 'session' | 'access-token'
  readonly id: string
  readonly scope: AccessScope
  readonly name?: string
}

export interface Call<E extends Endpoint = Endpoint> extends Received<E> {
  /** Access at a public endpoint fails with `unauthenticated`. */
  readonly account: Account
  readonly credential: Credential
  /** The handle of the run whose token was sent; empty at an endpoint of accounts. */
  readonly run: string
  readonly language: Language
  /** Aborts when the caller disconnects before the response is complete. */
  readonly signal: AbortSignal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A response in the endpoint's `alternative` media type, without the envelope. */
export interface BareAnswer {
  readonly bare: Uint8Array
}

type Result<E extends Endpoint> = [EndpointResponse<E>] extends [undefined] ? void : EndpointResponse<E> | BareAnswer

/** Returns the declared response; a raw endpoint responds through `call.reply` instead. */
export type Handle<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>> | Result<E>

/**
 * A handler of a changing call runs in one transaction with the record of its response, so that a repeat with the same request id
 * gets the same response; other handlers run in none. Slow work (hashing, files, the network) says `transaction: 'own'`, opens
 * its transactions itself, and must bear being repeated after a crash. With `inMemory`, the response is kept for repeats in
 * memory for minutes only: because it must not be readable in the database, or must not wait for writers.
 */
export type Handler<E extends Endpoint> = Handle<E> | OwnHandler<E>

interface OwnHandler<E extends Endpoint> {
  readonly transaction: 'own'
  readonly inMemory?: boolean
  readonly handle: Handle<E>
}

export type Handlers<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]>
}
