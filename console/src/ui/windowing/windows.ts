import type { IndexedList } from './indexed-list.ts'

export interface WindowAnswer<Item> {
  items: readonly Item[]
  /** How many there are in all; null where the answer does not say so. */
  total: number | null
}

interface WindowNeeds<Item> {
  keyOf: (item: Item) => string
  load: (offset: number, limit: number, signal: AbortSignal) => Promise<WindowAnswer<Item>>
  /** Counts them, where the windows do not say how many there are. */
  count?: (signal: AbortSignal) => Promise<number>
  /** Things in one window. */
  size?: number
  /** Windows that are kept. */
  most?: number
}

export interface WindowState {
  /** Undefined until the first answer. */
  total: number | undefined
  /** Whether it is the whole truth: not, while they are being counted. */
  exact: boolean
  problem: unknown
  /** Grows with each change. */
  version: number
}

export type Windows<Item> = ReturnType<typeof createWindows<Item>>

/** Windows that are asked for at once when a range is brought. */
const together = 4

/**
 * A long row of things of which only windows are known: those in view are asked for, those that are scrolled past
 * before they came are given up, and the oldest are let go of. What is no longer true is shown until it is replaced.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createWindows<Item>({ keyOf, load, count, size = 200, most = 60 }: WindowNeeds<Item>) {
  const pages = new Map<number, readonly Item[]>()
  const stale = new Set<number>()
  const underWay = new Map<number, AbortController>()
  const listeners = new Set<() => void>()
  let requestedPages: readonly number[] = []
  let counting: AbortController | undefined
  let state: WindowState = { total: undefined, exact: false, problem: null, version: 0 }

  function change(part: Partial<WindowState>): void {
    state = { ...state, ...part, version: state.version + 1 }
    for (const listener of listeners) listener()
  }

  function keep(index: number, items: readonly Item[]): void {
    pages.delete(index)
    pages.set(index, items)
    stale.delete(index)
    for (const oldest of pages.keys()) {
      if (pages.size <= most) break
      if (!requestedPages.includes(oldest)) pages.delete(oldest)
    }
  }

  /** What an answer tells of how many there are. */
  function totalAfter(index: number, { items, total }: WindowAnswer<Item>): Pick<WindowState, 'total' | 'exact'> {
    const end = index * size + items.length
    if (total !== null) return { total, exact: true }
    if (items.length < size && (items.length > 0 || index === 0)) return { total: end, exact: true }
    if (items.length === 0) return { total: Math.min(state.total ?? 0, index * size), exact: false }
    return { total: Math.max(state.total ?? 0, end), exact: state.exact }
  }

  async function countAll(): Promise<void> {
    if (count === undefined || counting !== undefined) return
    const stop = new AbortController()
    counting = stop
    try {
      const total = await count(stop.signal)
      if (!stop.signal.aborted) change({ total, exact: true })
    } catch {
      // What the windows themselves say goes on holding.
    } finally {
      if (counting === stop) counting = undefined
    }
  }

  async function ask(index: number): Promise<void> {
    const stop = new AbortController()
    underWay.set(index, stop)
    try {
      const response = await load(index * size, size, stop.signal)
      if (stop.signal.aborted) return
      keep(index, response.items)
      change({ ...totalAfter(index, response), problem: null })
      if (!state.exact) void countAll()
    } catch (problem) {
      if (!stop.signal.aborted) change({ problem })
    } finally {
      if (underWay.get(index) === stop) underWay.delete(index)
    }
  }

  function askForWanted(): void {
    for (const [index, stop] of underWay) {
      if (requestedPages.includes(index)) continue
      stop.abort()
      underWay.delete(index)
    }
    for (const index of requestedPages) {
      const end = state.total === undefined ? 1 : Math.ceil(state.total / size)
      if (index >= Math.max(1, end) || underWay.has(index)) continue
      if (!pages.has(index) || stale.has(index)) void ask(index)
    }
  }

  async function windowAt(index: number): Promise<readonly Item[]> {
    const page = stale.has(index) ? undefined : pages.get(index)
    if (page !== undefined) return page
    const { items } = await load(index * size, size, new AbortController().signal)
    keep(index, items)
    return items
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,

    /** Everything may have changed: what is in view is asked for again, the rest when it comes into view. */
    refresh(): void {
      for (const index of pages.keys()) stale.add(index)
      for (const stop of underWay.values()) stop.abort()
      underWay.clear()
      counting?.abort()
      counting = undefined
      state = { ...state, exact: false }
      if (requestedPages.length === 0) requestedPages = [0]
      askForWanted()
    },

    /** Nobody looks any longer. */
    rest(): void {
      requestedPages = []
      askForWanted()
    },

    list(): IndexedList<Item> {
      return {
        count: state.total ?? 0,
        at: (index) => pages.get(Math.floor(index / size))?.[index % size],
        indexOf(key) {
          for (const [index, items] of pages) {
            const position = items.findIndex((item) => keyOf(item) === key)
            if (position !== -1) return index * size + position
          }
          return -1
        },
        want(first, last) {
          // A part of a window further, so that a slow scroll never meets what is not known.
          const from = Math.max(0, Math.floor((first - size / 4) / size))
          const to = Math.max(0, Math.floor((last + size / 4) / size))
          requestedPages = Array.from({ length: to - from + 1 }, (_, step) => from + step)
          askForWanted()
        },
        async bring(first, last) {
          const from = Math.floor(first / size)
          const row: Item[] = []
          for (let next = from; next <= Math.floor(last / size); next += together) {
            const indices = Array.from({ length: together }, (_, step) => next + step)
            const within = indices.filter((index) => index * size <= last)
            for (const items of await Promise.all(within.map(windowAt))) row.push(...items)
          }
          return row.slice(first - from * size, last - from * size + 1)
        },
      }
    },
  }
}
