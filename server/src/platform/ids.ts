import { nanoid } from 'nanoid'

/** A new row's id: 21 url-safe characters, 126 random bits. */
export function newId(): string {
  return nanoid()
}
