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
  count?: (signal: AbortSignal) => Promise<number>
  size?: number
  maxWindows?: number
}

export interface WindowState {
  /** Undefined until the first response. */
  total: number | undefined
  exact: boolean
  problem: unknown
  version: number
}

export type Windows<Item> = ReturnType<typeof createWindows<Item>>

/** Requests the windows in view, aborts those scrolled past, and drops the oldest. Stale content stays until it is replaced. */
export function createWindows<Item>({ keyOf, load, count, size = 200, maxWindows = 60 }: WindowNeeds<Item>) {
  const cache = createWindowCache({ keyOf, size, maxWindows })
  const requests = createAbortableRequests<number | 'count'>()
  const listeners = new Set<() => void>()
  let requestedPages: readonly number[] = []
  let state: WindowState = { total: undefined, exact: false, problem: null, version: 0 }

  function change(changes: Partial<WindowState>): void {
    state = { ...state, ...changes, version: state.version + 1 }
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
     * Marks everything as stale: it requests visible windows at once, and others when they become visible. After an event
     * (`show`), a pending response is shown and then requested again, because content that changes faster than the server
     * responds would otherwise never appear. The same holds for the first response, which cannot undo anything.
     */
    refresh(underWay: 'drop' | 'show' = 'drop'): void {
      if (underWay === 'show' || state.total === undefined) requests.overtake()
      else requests.abort()
      cache.markStale()
      state = { ...state, exact: false }
      if (requestedPages.length === 0) requestedPages = [0]
      requestWindows()
    },

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

/** The windows of a range, and of a quarter window around it, so that slow scrolling meets loaded items. */
function windowsAround(first: number, last: number, size: number): readonly number[] {
  const from = Math.max(0, Math.floor((first - size / 4) / size))
  const to = Math.max(0, Math.floor((last + size / 4) / size))
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}
