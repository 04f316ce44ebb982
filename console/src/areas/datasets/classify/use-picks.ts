import { useState } from 'react'

/** The picked images of a page, else the one in focus, which begins at `first`. */
export function usePicks(ids: readonly string[], first: number) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [moved, setMoved] = useState<number | null>(null)
  const [anchored, setAnchor] = useState<number | null>(null)
  const current = moved ?? first
  const anchor = anchored ?? first
  const visible = ids.filter((id) => picked.has(id))
  const bound = (index: number) => Math.min(ids.length - 1, Math.max(0, index))
  return {
    current: bound(current),
    picked: visible,
    meant: visible.length > 0 ? visible : ids.slice(bound(current), bound(current) + 1),
    begin() {
      setMoved(null)
      setAnchor(null)
    },
    goTo(index: number) {
      setMoved(bound(index))
      setAnchor(bound(index))
    },
    toggle(index: number) {
      setMoved(bound(index))
      setAnchor(bound(index))
      const id = ids[index]
      if (id !== undefined) setPicked((previous) => previous.symmetricDifference(new Set([id])))
    },
    extend(index: number) {
      setMoved(bound(index))
      const [from, to] = [Math.min(anchor, bound(index)), Math.max(anchor, bound(index))]
      setPicked((previous) => previous.union(new Set(ids.slice(from, to + 1))))
    },
    all: () => setPicked(new Set(ids)),
    none: () => setPicked(new Set()),
  }
}
export type Picks = ReturnType<typeof usePicks>
