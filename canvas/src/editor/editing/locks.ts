import type { Shape } from '@vermilion/contract/labels/index'
import { createSignal } from '../document/signal.ts'

/** Pointer and commands skip locked shapes; undo may still restore earlier states. Never part of the document. */
export interface Locks {
  holds: (shape: Shape) => boolean
  shapes: () => ReadonlySet<string>
  labels: () => ReadonlySet<string>
  setShapesLocked: (ids: Iterable<string>, locked: boolean) => void
  setLabelLocked: (id: string, locked: boolean) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

export function createLocks(): Locks {
  const changed = createSignal()
  let shapes: ReadonlySet<string> = new Set()
  let labels: ReadonlySet<string> = new Set()
  const withMembers = (set: ReadonlySet<string>, ids: Iterable<string>, present: boolean): ReadonlySet<string> =>
    present ? set.union(new Set(ids)) : set.difference(new Set(ids))
  return {
    holds: (shape) => shapes.has(shape.id) || labels.has(shape.labelId),
    shapes: () => shapes,
    labels: () => labels,
    setShapesLocked(ids, locked) {
      shapes = withMembers(shapes, ids, locked)
      changed.emit()
    },
    setLabelLocked(id, locked) {
      labels = withMembers(labels, [id], locked)
      changed.emit()
    },
    clear() {
      shapes = new Set()
      labels = new Set()
      changed.emit()
    },
    subscribe: changed.subscribe,
  }
}
