import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { session } from './api.ts'
import { draftPrefix } from './session-storage.ts'

/** What somebody has typed into a form and not sent yet; nothing where what is kept is none of it. */
const draft = z
  .object({
    values: z.record(z.string(), z.unknown()),
    /** Fields that were typed into, by their paths. */
    touched: z.array(z.array(z.union([z.string(), z.number()]))),
  })
  .nullable()
  .catch(null)

export interface Draft {
  readonly values: object
  readonly touched: readonly (string | number)[][]
}

/** Of one account, one page and one form; in session storage, so of one tab. Never for what is secret. */
function keyOf(form: string): string {
  return `${draftPrefix}${session.account()}:${location.pathname}:${form}`
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // No room: the form still holds it.
  }
}

/**
 * The draft of a form that is being opened, and how to keep and forget it. It outlives a reload, and the way to the
 * sign-in page and back; it ends when the form is sent or closed, and with the session by the user's wish.
 */
export function useDraft(form: string | undefined) {
  const [key] = useState(() => (form === undefined ? null : keyOf(form)))
  const [stored] = useState<Draft | null>(() => (key === null ? null : draft.parse(read(key))))
  return {
    found: stored,
    keep: (draft: Draft) => key !== null && write(key, draft),
    forget: () => key !== null && sessionStorage.removeItem(key),
  }
}

/** State that is there again after a reload or a new sign-in: which drawer of a page is open, where the address does not say it. */
export function useKept<Value>(name: string): [Value | null, set: (value: Value | null) => void, forget: () => void] {
  const [key] = useState(() => keyOf(`open:${name}`))
  const [value, setValue] = useState(() => read(key) as Value | null)
  useEffect(
    () => () => {
      // Whoever goes to another page leaves it; whoever is led to the sign-in page comes back.
      if (session.token() !== null) sessionStorage.removeItem(key)
    },
    [key],
  )
  const set = (next: Value | null) => {
    if (next === null) sessionStorage.removeItem(key)
    else write(key, next)
    setValue(next)
  }
  /** It stays until it is closed, and is not there again. */
  const forget = useCallback(() => sessionStorage.removeItem(key), [key])
  return [value, set, forget]
}
