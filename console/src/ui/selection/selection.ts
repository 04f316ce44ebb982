import { useState } from 'react'
import type { Placed } from '../windowing/indexed-list.ts'

/** What is selected: the things named, or all that are listed but for the things named. */
export interface Chosen<Item> {
  all: boolean
  items: ReadonlyMap<string, Item>
}

interface State<Item> {
  chosen: Chosen<Item>
  /** Where a range begins, and where the keyboard is. */
  anchor: number | null
  current: number | null
  /** What was selected when a rectangle began. */
  base: Chosen<Item>
  /** What the things were chosen from. */
  scope: string
}

interface SelectionNeeds<Item> {
  placed: Placed<Item>
  itemKey: (item: Item) => string
  /** What is listed; another list lets the selection go. */
  scope: string
  /** How many are listed, known or not; those placed, where it is not given. */
  total?: number
  /** A range was to be selected that is too long. */
  onTooMany?: (most: number) => void
  onProblem?: (problem: unknown) => void
}

export type Selection<Item> = ReturnType<typeof useSelection<Item>>

/** Things that a range may hold: their keys travel with each action on them. */
export const mostNamed = 10_000

/** What is selected of a list, as file managers do it: click, Ctrl, Shift, a rectangle, all of it. */
export function useSelection<Item>(needs: SelectionNeeds<Item>) {
  const { placed, itemKey, scope } = needs
  const total = needs.total ?? placed.count
  const none: Chosen<Item> = { all: false, items: new Map() }
  const [kept, setState] = useState<State<Item>>({ chosen: none, anchor: null, current: null, base: none, scope })
  const state = kept.scope === scope ? kept : { chosen: none, anchor: null, current: null, base: none, scope }
  const change = (part: Partial<State<Item>>) =>
    setState((before) => ({ ...(before.scope === scope ? before : state), ...part }))
  const named = (items: readonly Item[]): Chosen<Item> => ({
    all: false,
    items: new Map(items.map((item) => [itemKey(item), item])),
  })

  async function chooseRange(from: number, to: number, current: number): Promise<void> {
    const [first, last] = from < to ? [from, to] : [to, from]
    if (last - first >= mostNamed) return needs.onTooMany?.(mostNamed)
    const places = Array.from({ length: last - first + 1 }, (_, step) => first + step)
    const known = places.flatMap((place) => placed.at(place) ?? [])
    const chosen = named(known)
    change({ chosen, anchor: from, current })
    if (known.length === places.length) return
    try {
      const every = await placed.bring(first, last)
      // Whoever has selected something else meanwhile means that.
      setState((now) => (now.chosen === chosen ? { ...now, chosen: named(every) } : now))
    } catch (problem) {
      needs.onProblem?.(problem)
    }
  }

  function toggle(place: number): void {
    const item = placed.at(place)
    if (item === undefined) return
    const items = new Map(state.chosen.items)
    if (!items.delete(itemKey(item))) items.set(itemKey(item), item)
    change({ chosen: { ...state.chosen, items }, anchor: place, current: place })
  }

  return {
    chosen: state.chosen,
    current: state.current,
    count: state.chosen.all ? Math.max(0, total - state.chosen.items.size) : state.chosen.items.size,
    has: (item: Item) => state.chosen.all !== state.chosen.items.has(itemKey(item)),
    toggle,

    pick(place: number, { range = false, add = false }: { range?: boolean; add?: boolean } = {}): void {
      const item = placed.at(place)
      if (range && state.anchor !== null) void chooseRange(state.anchor, place, place)
      else if (add) toggle(place)
      else change({ chosen: item === undefined ? none : named([item]), anchor: place, current: place })
    },

    /** The keyboard goes there, and nothing is selected by it. */
    goTo: (place: number | null) => change({ current: place }),

    /** Selects what a rectangle touches, alone or beside what was selected before it began. */
    touch(places: readonly number[], add: boolean, begins: boolean): void {
      const touched = named(places.flatMap((place) => placed.at(place) ?? [])).items
      setState((before) => {
        const base = begins ? before.chosen : before.base
        const chosen =
          add && base.all
            ? { all: true, items: new Map([...base.items].filter(([key]) => !touched.has(key))) }
            : { all: false, items: new Map([...(add ? base.items : []), ...touched]) }
        const [first = before.anchor, last = before.current] = [places[0], places.at(-1)]
        return { ...before, base, chosen, anchor: first, current: last, scope }
      })
    },

    /** Where nothing is listed, what comes later is not meant. */
    all: () => total > 0 && change({ chosen: { all: true, items: new Map() }, current: state.current ?? 0 }),
    clear: () => change({ chosen: none }),
  }
}
