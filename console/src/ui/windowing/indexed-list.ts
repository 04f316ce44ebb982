/** Items addressed by index, of which only those near the visible ones need to be loaded. */
export interface IndexedList<Item> {
  readonly count: number
  at: (index: number) => Item | undefined
  indexOf: (key: string) => number
  want: (first: number, last: number) => void
  bring: (first: number, last: number) => Promise<readonly Item[]>
}

export function placedList<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  onEnd: () => void = () => undefined,
): IndexedList<Item> {
  return {
    count: items.length,
    at: (index) => items[index],
    indexOf: (key) => items.findIndex((item) => keyOf(item) === key),
    want: (_, last) => last >= items.length - 1 && onEnd(),
    bring: (first, last) => Promise.resolve(items.slice(first, last + 1)),
  }
}

export function placedAfter<Item>(first: IndexedList<Item>, second: IndexedList<Item>): IndexedList<Item> {
  const border = first.count
  return {
    count: border + second.count,
    at: (index) => (index < border ? first.at(index) : second.at(index - border)),
    indexOf(key) {
      const index = first.indexOf(key)
      if (index !== -1) return index
      const after = second.indexOf(key)
      return after === -1 ? -1 : after + border
    },
    want(from, to) {
      if (from < border) first.want(from, Math.min(to, border - 1))
      if (to >= border) second.want(Math.max(0, from - border), to - border)
    },
    async bring(from, to) {
      const head = from < border ? await first.bring(from, Math.min(to, border - 1)) : []
      const after = to >= border ? await second.bring(Math.max(0, from - border), to - border) : []
      return [...head, ...after]
    },
  }
}
