import { createHash, randomBytes } from 'node:crypto'
import { accessTokenPrefix } from '@vermilion/contract/accounts'

/** 256 random bits, url-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The same for scripts, which scanners for secrets recognise. */
export function newAccessToken(): string {
  return accessTokenPrefix + newToken()
}

/** A session's token may begin with anything, so its length decides as well. */
export function isAccessToken(token: string): boolean {
  return token.startsWith(accessTokenPrefix) && token.length === accessTokenPrefix.length + 43
}

/** How a token is kept: the data folder never holds one that could be used. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The media cookie's value of a session; the token cannot be found from it. */
export function mediaValue(token: string): string {
  return createHash('sha256').update(`vermilion media ${token}`).digest('base64url')
}
