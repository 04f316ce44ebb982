import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'
import type { Credential, Identity } from './handler.ts'

/**
 * Lets `<img>` and `<video>` ask for raw answers, since they send no header. Its value is derived from the session
 * and is not the token: it reads media of GET endpoints and nothing else.
 */
export const mediaCookie = 'vermilion_media'

/** How a caller is recognised; the accounts area supplies it. */
export interface Authenticator {
  byToken(token: string, address: string): Promise<Identity | undefined>
  byMediaCookie(value: string, address: string): Promise<Identity | undefined>
  /**
   * Does work as somebody who was recognised before: fails as `unauthenticated` where that has ended, also while the work goes on,
   * in the transaction of each change.
   */
  act<Result>(identity: Identity, work: () => Promise<Result>): Promise<Result>
  /** Fails as `unauthenticated` where what somebody was recognised by has ended. */
  confirm(identity: Identity): Promise<void>
  /** Calls `stop` when a session or token ends; the answer is what ends the watching. */
  watch(credential: Credential, stop: () => void): () => void
}

/** The caller's identity; fails as `unauthenticated`. */
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

/** Fails as `access-token.read-only` where the caller may only read. */
export function refuseReader({ credential }: Identity): void {
  if (credential.scope === 'read-only') throw fail('access-token.read-only')
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
