import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { session } from './api.ts'
import { draftPrefix } from './session-storage.ts'

/** Unsent values of a form; null when the stored text is not a valid draft. */
const draft = z
  .object({
    values: z.record(z.string(), z.unknown()),
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
    // The storage is full; the form still has the values.
  }
}

/** Survives a reload and a new sign-in; ends when the form is sent or closed, or with a sign-out. */
export function useDraft(form: string | undefined) {
  const [key] = useState(() => (form === undefined ? null : keyOf(form)))
  const [stored] = useState<Draft | null>(() => (key === null ? null : draft.parse(read(key))))
  return {
    found: stored,
    keep: (draft: Draft) => key !== null && write(key, draft),
    forget: () => key !== null && sessionStorage.removeItem(key),
  }
}

export function useStoredState<Value>(
  name: string,
): [Value | null, set: (value: Value | null) => void, forget: () => void] {
  const [key] = useState(() => keyOf(`open:${name}`))
  const [value, setValue] = useState(() => read(key) as Value | null)
  useEffect(
    () => () => {
      // Leaving for another page clears it; a redirect to the sign-in page does not.
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
