interface WindowCacheNeeds<Item> {
  keyOf: (item: Item) => string
  size: number
  maxWindows: number
}

export function createWindowCache<Item>({ keyOf, size, maxWindows }: WindowCacheNeeds<Item>) {
  const pages = new Map<number, readonly Item[]>()
  const stale = new Set<number>()
  return {
    keep(index: number, items: readonly Item[], inView: readonly number[]): void {
      pages.delete(index)
      pages.set(index, items)
      stale.delete(index)
      for (const oldest of pages.keys()) {
        if (pages.size <= maxWindows) break
        if (!inView.includes(oldest)) pages.delete(oldest)
      }
    },
    markStale(index?: number): void {
      for (const existing of index === undefined ? pages.keys() : [index]) stale.add(existing)
    },
    fresh: (index: number) => (stale.has(index) ? undefined : pages.get(index)),
    at: (position: number) => pages.get(Math.floor(position / size))?.[position % size],
    positionOf(key: string): number {
      for (const [index, items] of pages) {
        const position = items.findIndex((item) => keyOf(item) === key)
        if (position !== -1) return index * size + position
      }
      return -1
    },
  }
}

const together = 4

export async function bringRange<Item>(
  { first, last, size }: { first: number; last: number; size: number },
  bringWindow: (index: number) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const from = Math.floor(first / size)
  const row: Item[] = []
  for (let next = from; next <= Math.floor(last / size); next += together) {
    const indices = Array.from({ length: together }, (_, step) => next + step)
    const within = indices.filter((index) => index * size <= last)
    for (const items of await Promise.all(within.map(bringWindow))) row.push(...items)
  }
  return row.slice(first - from * size, last - from * size + 1)
}
