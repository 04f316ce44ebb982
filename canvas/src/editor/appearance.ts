import type { Shape } from '@vermilion/contract/labels/index'
import { createSignal } from './signal.ts'

/** What is hidden or dimmed: a way of looking, never part of the document. */
export interface Look {
  readonly hiddenShapes: ReadonlySet<string>
  readonly hiddenLabels: ReadonlySet<string>
  /** While set, shapes of other labels are drawn faintly. */
  readonly focusedLabel: string | null
  /** Hides everything at once, to see the bare image. */
  readonly bare: boolean
}

export interface Appearance {
  look: () => Look
  shows: (shape: Shape) => boolean
  setShapesHidden: (ids: Iterable<string>, hidden: boolean) => void
  setLabelHidden: (id: string, hidden: boolean) => void
  focusLabel: (id: string | null) => void
  setBare: (bare: boolean) => void
  subscribe: (listener: () => void) => () => void
}

export function isShown(look: Look, shape: Shape): boolean {
  return !look.bare && !look.hiddenShapes.has(shape.id) && !look.hiddenLabels.has(shape.labelId)
}

export function createAppearance(): Appearance {
  const changed = createSignal()
  let look: Look = { hiddenShapes: new Set(), hiddenLabels: new Set(), focusedLabel: null, bare: false }

  function show(next: Partial<Look>): void {
    look = { ...look, ...next }
    changed.emit()
  }

  return {
    look: () => look,
    shows: (shape) => isShown(look, shape),
    setShapesHidden: (ids, hidden) => show({ hiddenShapes: withMembers(look.hiddenShapes, ids, hidden) }),
    setLabelHidden: (id, hidden) => show({ hiddenLabels: withMembers(look.hiddenLabels, [id], hidden) }),
    focusLabel: (id) => show({ focusedLabel: id }),
    setBare: (bare) => show({ bare }),
    subscribe: changed.subscribe,
  }
}

function withMembers(set: ReadonlySet<string>, ids: Iterable<string>, present: boolean): ReadonlySet<string> {
  const listed = new Set(ids)
  return present ? set.union(listed) : set.difference(listed)
}
