import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { session } from './api.ts'
import { draftPrefix } from './session-storage.ts'

/** Unsent values of a form; null when the stored text is not a valid draft. */
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

/** The key is bound to account, page and form, and session storage binds it to the tab. Secrets must never be stored here. */
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
  const forget = useCallback(() => sessionStorage.removeItem(key), [key])
  return [value, set, forget]
}
