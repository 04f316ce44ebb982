/** The cursor of all charts. It bypasses React, because a page has many charts. */
export interface Cursor {
  readonly at: () => number | null
  readonly move: (at: number | null) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createCursor(): Cursor {
  const listeners = new Set<() => void>()
  let position: number | null = null
  return {
    at: () => position,
    move(at) {
      if (at === position) return
      position = at
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
