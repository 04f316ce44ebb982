import type { Document } from '../document/document.ts'
import { createSignal } from '../document/signal.ts'

export interface Selection {
  /** The same set until a change. */
  ids: () => ReadonlySet<string>
  has: (id: string) => boolean
  only: () => string | null
  set: (ids: Iterable<string>) => void
  setDrawn: (id: string) => void
  /** True when the selection is just the last drawn shape: picking a label then applies to the next one. */
  isDrawn: () => boolean
  toggle: (id: string) => void
  clear: () => void
  hovered: () => string | null
  hover: (id: string | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createSelection(document: Document): Selection {
  const changed = createSignal()
  let ids: ReadonlySet<string> = new Set()
  let hovered: string | null = null
  let drawn = false

  function set(requested: Iterable<string>): void {
    drawn = false
    select(requested)
  }

  function select(requested: Iterable<string>): void {
    const next = new Set([...requested].filter((id) => document.get(id)))
    if (next.size === ids.size && [...next].every((id) => ids.has(id))) return
    ids = next
    changed.emit()
  }

  document.subscribe(({ origin, touched }) => {
    if (hovered !== null && !document.get(hovered)) hovered = null
    if (origin === 'change') select(ids)
    else set(touched)
  })

  return {
    ids: () => ids,
    has: (id) => ids.has(id),
    only: () => (ids.size === 1 ? ([...ids][0] ?? null) : null),
    set,
    setDrawn(id) {
      select([id])
      drawn = true
    },
    isDrawn: () => drawn,
    toggle: (id) => set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]),
    clear: () => set([]),
    hovered: () => hovered,
    hover(id) {
      if (id === hovered) return
      hovered = id
      changed.emit()
    },
    subscribe: changed.subscribe,
  }
}
