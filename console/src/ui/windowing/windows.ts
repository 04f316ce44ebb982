import { createAbortableRequests } from './abortable-requests.ts'
import type { IndexedList } from './indexed-list.ts'
import { bringRange, createWindowCache } from './window-cache.ts'

export interface WindowAnswer<Item> {
  items: readonly Item[]
  /** The total number of items; null when the response does not tell it. */
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
  /** Undefined until the first response. */
  total: number | undefined
  /** False while the server is still counting. */
  exact: boolean
  problem: unknown
  /** Grows with each change. */
  version: number
}

export type Windows<Item> = ReturnType<typeof createWindows<Item>>

/**
 * A long row of things of which only windows are known: those in view are asked for, those that are scrolled past
 * before they came are given up, and the oldest are let go of. What is no longer true is shown until it is replaced.
 */
export function createWindows<Item>({ keyOf, load, count, size = 200, most = 60 }: WindowNeeds<Item>) {
  const cache = createWindowCache({ keyOf, size, most })
  const requests = createAbortableRequests<number | 'count'>()
  const listeners = new Set<() => void>()
  let requestedPages: readonly number[] = []
  let state: WindowState = { total: undefined, exact: false, problem: null, version: 0 }

  function change(part: Partial<WindowState>): void {
    state = { ...state, ...part, version: state.version + 1 }
    for (const listener of listeners) listener()
  }

  function countAll(): void {
    if (count === undefined || requests.has('count')) return
    void requests.send('count', count, {
      response(total, isOvertaken) {
        change({ total, exact: !isOvertaken })
        if (isOvertaken) countAll()
      },
      // Loaded windows stay valid.
      problem: () => undefined,
    })
  }

  function requestWindow(index: number): void {
    void requests.send(index, (signal) => load(index * size, size, signal), {
      response(response, isOvertaken) {
        cache.keep(index, response.items, requestedPages)
        if (isOvertaken) cache.markStale(index)
        change({ ...totalAfter(state, response, { offset: index * size, size }), problem: null })
        if (!state.exact) countAll()
        if (isOvertaken) requestWindows()
      },
      problem: (problem) => change({ problem }),
    })
  }

  function requestWindows(): void {
    requests.abort((key) => key !== 'count' && !requestedPages.includes(key))
    for (const index of requestedPages) {
      const end = state.total === undefined ? 1 : Math.ceil(state.total / size)
      if (index >= Math.max(1, end) || requests.has(index)) continue
      if (cache.fresh(index) === undefined) requestWindow(index)
    }
  }

  async function bringWindow(index: number): Promise<readonly Item[]> {
    const page = cache.fresh(index)
    if (page !== undefined) return page
    const { items } = await load(index * size, size, new AbortController().signal)
    cache.keep(index, items, requestedPages)
    return items
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,

    /**
     * Everything may have changed: what is in view is asked for again, the rest when it comes into view. At news of
     * others an answer under way is shown and asked for once more behind it: what changes faster than the server answers
     * would otherwise never be seen. So is the first answer: nothing is there that it could undo.
     */
    refresh(underWay: 'drop' | 'show' = 'drop'): void {
      if (underWay === 'show' || state.total === undefined) requests.overtake()
      else requests.abort()
      cache.markStale()
      state = { ...state, exact: false }
      if (requestedPages.length === 0) requestedPages = [0]
      requestWindows()
    },

    /** Nobody looks any longer. */
    rest(): void {
      requestedPages = []
      requestWindows()
    },

    list(): IndexedList<Item> {
      return {
        count: state.total ?? 0,
        at: cache.at,
        indexOf: cache.positionOf,
        want(first, last) {
          requestedPages = windowsAround(first, last, size)
          requestWindows()
        },
        bring: (first, last) => bringRange({ first, last, size }, bringWindow),
      }
    },
  }
}

function totalAfter<Item>(
  state: WindowState,
  { items, total }: WindowAnswer<Item>,
  { offset, size }: { offset: number; size: number },
): Pick<WindowState, 'total' | 'exact'> {
  const end = offset + items.length
  if (total !== null) return { total, exact: true }
  if (items.length < size && (items.length > 0 || offset === 0)) return { total: end, exact: true }
  if (items.length === 0) return { total: Math.min(state.total ?? 0, offset), exact: false }
  return { total: Math.max(state.total ?? 0, end), exact: state.exact }
}

/** The windows of a range, and a part of a window further, so that a slow scroll never meets what is not known. */
function windowsAround(first: number, last: number, size: number): readonly number[] {
  const from = Math.max(0, Math.floor((first - size / 4) / size))
  const to = Math.max(0, Math.floor((last + size / 4) / size))
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}
