import { useState } from 'react'

/** Which images of a page are meant: those that were picked, else the one in the frame. */
export function usePicks(ids: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState(0)
  const [anchor, setAnchor] = useState(0)
  const visible = ids.filter((id) => picked.has(id))
  const bound = (index: number) => Math.min(ids.length - 1, Math.max(0, index))
  return {
    current: bound(current),
    picked: visible,
    /** What a key is for. */
    meant: visible.length > 0 ? visible : ids.slice(bound(current), bound(current) + 1),
    goTo(index: number) {
      setCurrent(bound(index))
      setAnchor(bound(index))
    },
    toggle(index: number) {
      setCurrent(bound(index))
      setAnchor(bound(index))
      const id = ids[index]
      if (id !== undefined) setPicked((previous) => previous.symmetricDifference(new Set([id])))
    },
    /** All from where one was to here. */
    extend(index: number) {
      setCurrent(bound(index))
      const [from, to] = [Math.min(anchor, bound(index)), Math.max(anchor, bound(index))]
      setPicked((previous) => previous.union(new Set(ids.slice(from, to + 1))))
    },
    all: () => setPicked(new Set(ids)),
    none: () => setPicked(new Set()),
  }
}
export type Picks = ReturnType<typeof usePicks>
