import { nanoid } from 'nanoid'

/** A new row's id: 21 url-safe characters, almost 126 random bits. */
export function newId(): string {
  return argumentSafe(nanoid())
}

/** An id in base64url that no command line takes for an option, as it would one that begins with a dash. */
export const argumentSafe = (id: string): string => id.replace(/^-/, '_')
