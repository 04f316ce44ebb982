import { useState } from 'react'
import type { IndexedList } from '../windowing/indexed-list.ts'

/** The named items, or with `all` everything listed except them. */
export interface Selected<Item> {
  all: boolean
  items: ReadonlyMap<string, Item>
}

interface State<Item> {
  selected: Selected<Item>
  /** The beginning of a range, and the position of the keyboard. */
  anchor: number | null
  current: number | null
  base: Selected<Item>
  scope: string
}

interface SelectionNeeds<Item> {
  list: IndexedList<Item>
  itemKey: (item: Item) => string
  scope: string
  total?: number
  onTooMany?: (max: number) => void
  onProblem?: (problem: unknown) => void
}

export type Selection<Item> = ReturnType<typeof useSelection<Item>>

/** The limit of a range: its keys are sent with each action. */
export const maxNamed = 10_000

export function useSelection<Item>(needs: SelectionNeeds<Item>) {
  const { list, itemKey, scope } = needs
  const total = needs.total ?? list.count
  const none: Selected<Item> = { all: false, items: new Map() }
  const [stored, setState] = useState<State<Item>>({ selected: none, anchor: null, current: null, base: none, scope })
  const state = stored.scope === scope ? stored : { selected: none, anchor: null, current: null, base: none, scope }
  const change = (changes: Partial<State<Item>>) =>
    setState((previous) => ({ ...(previous.scope === scope ? previous : state), ...changes }))
  const named = (items: readonly Item[]): Selected<Item> => ({
    all: false,
    items: new Map(items.map((item) => [itemKey(item), item])),
  })

  async function chooseRange(from: number, to: number, current: number): Promise<void> {
    const [first, last] = from < to ? [from, to] : [to, from]
    if (last - first >= maxNamed) return needs.onTooMany?.(maxNamed)
    const indexes = Array.from({ length: last - first + 1 }, (_, step) => first + step)
    const loaded = indexes.flatMap((index) => list.at(index) ?? [])
    const selected = named(loaded)
    change({ selected, anchor: from, current })
    if (loaded.length === indexes.length) return
    try {
      const every = await list.bring(first, last)
      // A newer selection takes precedence.
      setState((now) => (now.selected === selected ? { ...now, selected: named(every) } : now))
    } catch (problem) {
      needs.onProblem?.(problem)
    }
  }

  function toggle(index: number): void {
    const item = list.at(index)
    if (item === undefined) return
    const items = new Map(state.selected.items)
    if (!items.delete(itemKey(item))) items.set(itemKey(item), item)
    change({ selected: { ...state.selected, items }, anchor: index, current: index })
  }

  return {
    chosen: state.selected,
    current: state.current,
    count: state.selected.all ? Math.max(0, total - state.selected.items.size) : state.selected.items.size,
    has: (item: Item) => state.selected.all !== state.selected.items.has(itemKey(item)),
    toggle,

    pick(index: number, { range = false, add = false }: { range?: boolean; add?: boolean } = {}): void {
      const item = list.at(index)
      if (range && state.anchor !== null) void chooseRange(state.anchor, index, index)
      else if (add) toggle(index)
      else change({ selected: item === undefined ? none : named([item]), anchor: index, current: index })
    },

    goTo: (index: number | null) => change({ current: index }),

    touch(indexes: readonly number[], add: boolean, begins: boolean): void {
      const touched = named(indexes.flatMap((index) => list.at(index) ?? [])).items
      setState((previous) => {
        const base = begins ? previous.selected : previous.base
        const selected =
          add && base.all
            ? { all: true, items: new Map([...base.items].filter(([key]) => !touched.has(key))) }
            : { all: false, items: new Map([...(add ? base.items : []), ...touched]) }
        const [first = previous.anchor, last = previous.current] = [indexes[0], indexes.at(-1)]
        return { ...previous, base, selected, anchor: first, current: last, scope }
      })
    },

    /** An empty list selects nothing, so that items that arrive later are not included. */
    all: () => total > 0 && change({ selected: { all: true, items: new Map() }, current: state.current ?? 0 }),
    clear: () => change({ selected: none }),
  }
}
