import { nanoid } from 'nanoid'

/** 21 URL-safe characters, almost 126 random bits. */
export function newId(): string {
  return argumentSafe(nanoid())
}

/** Replaces a leading dash, which a command line would take for an option. */
export const argumentSafe = (id: string): string => id.replace(/^-/, '_')
