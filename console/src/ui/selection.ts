import { useState } from 'react'
import { rangeOf } from './row-selection.ts'

/** What is selected of a list, as file managers do it: click, Ctrl, Shift; the anchor is where a range begins. */
export function useSelection(ids: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  /** What was selected when a rectangle began. */
  const [base, setBase] = useState<ReadonlySet<string>>(selected)

  function pick(id: string, { range = false, toggle = false }: { range?: boolean; toggle?: boolean } = {}): void {
    setCurrent(id)
    if (range && anchor !== null) {
      setSelected(new Set(rangeOf(ids, anchor, id)))
      return
    }
    setAnchor(id)
    setSelected((before) => {
      if (!toggle) return new Set([id])
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  /** Moves the current place by a number of items; the id it came to, or null at an empty list. */
  function move(by: number, range: boolean): string | null {
    const from = current === null ? -1 : ids.indexOf(current)
    const id = ids[Math.min(ids.length - 1, Math.max(0, from === -1 ? 0 : from + by))]
    if (id === undefined) return null
    pick(id, { range })
    return id
  }

  /** Selects what a rectangle touches, alone or beside what was selected before it began. */
  function touch(places: readonly number[], add: boolean, begins: boolean): void {
    const before = begins ? selected : base
    if (begins) setBase(selected)
    const touched = places.flatMap((place) => ids[place] ?? [])
    setSelected(new Set(add ? [...before, ...touched] : touched))
    const last = touched.at(-1)
    if (last === undefined) return
    setCurrent(last)
    setAnchor(touched[0] ?? last)
  }

  return {
    selected,
    current,
    pick,
    move,
    touch,
    /** All that is loaded, or all of a list that is given. */
    all: (every: readonly string[] = ids) => setSelected(new Set(every)),
    clear: () => setSelected(new Set()),
  }
}
