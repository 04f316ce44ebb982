import { createHash, randomBytes } from 'node:crypto'
import { accessTokenPrefix } from '@vermilion/contract/accounts'

/** 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function newAccessToken(): string {
  return accessTokenPrefix + newToken()
}

/** A session's token may begin with the same prefix, so the length decides too. */
export function isAccessToken(token: string): boolean {
  return token.startsWith(accessTokenPrefix) && token.length === accessTokenPrefix.length + 43
}

/** Tokens are stored as hashes, so the data folder holds none that could be used. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A session's media cookie; the token cannot be derived from it. */
export function mediaValue(token: string): string {
  return createHash('sha256').update(`vermilion media ${token}`).digest('base64url')
}
