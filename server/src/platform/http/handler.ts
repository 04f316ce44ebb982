import type { AccessScope, Account } from '@vermilion/contract/accounts'
import type { EndpointResponse, Endpoint, Received } from '@vermilion/contract/kernel/endpoint'
import type { Language } from '@vermilion/contract/kernel/text'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who is calling, as the accounts area found out. */
export interface Identity {
  readonly account: Account
  readonly credential: Credential
}

/** By what somebody is recognised: a sign-in, or a token made for scripts. */
export interface Credential {
  readonly kind: 'session' | 'access-token'
  readonly id: string
  readonly scope: AccessScope
  /** Of an access token. */
  readonly name?: string
}

/** One call, parsed by the endpoint's schemas. */
export interface Call<E extends Endpoint = Endpoint> extends Received<E> {
  /** Who calls. Asking for it at a public endpoint fails as `unauthenticated`. */
  readonly account: Account
  readonly credential: Credential
  readonly language: Language
  /** Aborts when the caller goes away before the answer is complete. */
  readonly signal: AbortSignal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What an endpoint answers in its `alternative` media type, instead of the envelope. */
export interface BareAnswer {
  readonly bare: Uint8Array
}

/** What an endpoint declares as its answer; nothing where it declares none. */
type Result<E extends Endpoint> = [EndpointResponse<E>] extends [undefined] ? void : EndpointResponse<E> | BareAnswer

/** Answers what the endpoint declares; a raw endpoint instead answers through `call.reply`. */
export type Handle<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>> | Result<E>

/**
 * A handler of a call that changes something runs in one transaction with the record of its answer, so that a repeat
 * with the same request id gets the same answer; one of a call that changes nothing runs in none. One that does slow work (hashing, files, the network) says
 * `transaction: 'own'`, opens transactions itself, and must bear being run again after a crash. With `inMemory`
 * its answer is kept for a repeat in memory alone, and for minutes: it must not lie readable in the database, or is one
 * of the moment that must not wait for those who write there.
 */
export type Handler<E extends Endpoint> = Handle<E> | OwnHandler<E>

interface OwnHandler<E extends Endpoint> {
  readonly transaction: 'own'
  readonly inMemory?: boolean
  readonly handle: Handle<E>
}

/** A handler for every endpoint of an area; a missing one does not compile. */
export type Handlers<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]>
}
