import type { Text } from '../text.ts'

/** Names and numbers are permanent, because scripts match them. The number is `code`; three digits are the HTTP status. */
export interface ErrorEntry {
  readonly code: number
  readonly text: Text
}

export const entry = (code: number, en: string, zh: string): ErrorEntry => ({ code, text: { en, zh } })

/** Contents cannot be stored or read for now: who sends some waits. */
export const storeUnreachableCode = 503580
