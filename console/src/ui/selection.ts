import { useState } from 'react'

/** What is selected of a list, as file managers do it: click, Ctrl, Shift; the anchor is where a range begins. */
export function useSelection(ids: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)

  function pick(id: string, { range = false, toggle = false }: { range?: boolean; toggle?: boolean } = {}): void {
    setCurrent(id)
    if (range && anchor !== null) {
      const [from, to] = [ids.indexOf(anchor), ids.indexOf(id)].sort((a, b) => a - b)
      setSelected(new Set(ids.slice(from, (to ?? 0) + 1)))
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

  return {
    selected,
    current,
    pick,
    move,
    all: () => setSelected(new Set(ids)),
    clear: () => setSelected(new Set()),
  }
}
