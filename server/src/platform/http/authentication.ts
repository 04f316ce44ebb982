import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'
import type { Credential, Identity } from './handler.ts'

/**
 * A cookie authenticates `<img>` and `<video>`, which send no headers. Derived from the session, it is not the token: it only
 * reads media of GET endpoints.
 */
export const mediaCookie = 'vermilion_media'

export interface Authenticator {
  byToken(token: string, address: string): Promise<Identity | undefined>
  byMediaCookie(value: string, address: string): Promise<Identity | undefined>
  /**
   * Works as an identified caller. Fails with `unauthenticated` when the credential has ended, also during the work, in the
   * transaction of each change; in that alone where the work is one (`isTransaction`).
   */
  act<Result>(identity: Identity, work: () => Promise<Result>, isTransaction?: boolean): Promise<Result>
  confirm(identity: Identity): Promise<void>
  watch(credential: Credential, stop: () => void): () => void
}

/** Tokens of task runs: they open the endpoints whose caller is a run, and nothing else. */
export interface RunTokens {
  /** The handle of the run; undefined for any other token. */
  runOf(token: string): Promise<string | undefined>
}

/** Fails with `unauthenticated` without the token of a run. */
export async function authenticateRun(tokens: RunTokens | undefined, request: FastifyRequest): Promise<string> {
  const token = bearerToken(request)
  const handle = token === undefined ? undefined : await tokens?.runOf(token)
  if (handle === undefined) throw fail('unauthenticated')
  return handle
}

export async function authenticate(
  authenticator: Authenticator,
  request: FastifyRequest,
  cookieAllowed: boolean,
): Promise<Identity> {
  const token = bearerToken(request)
  const cookie = cookieAllowed ? request.cookies[mediaCookie] : undefined
  const identity =
    token !== undefined
      ? await authenticator.byToken(token, request.ip)
      : cookie !== undefined
        ? await authenticator.byMediaCookie(cookie, request.ip)
        : undefined
  if (identity === undefined) throw fail('unauthenticated')
  return identity
}

/** Fails with `access-token.read-only` when the caller may only read. */
export function refuseReader({ credential }: Identity): void {
  if (credential.scope === 'read-only') throw fail('access-token.read-only')
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
