import type { Shape } from '@vermilion/contract/labels/index'
import { createSignal } from './document/signal.ts'

/** Hidden and dimmed shapes and image adjustments. View state, never part of the document. */
export interface Look {
  readonly hiddenShapes: ReadonlySet<string>
  readonly hiddenLabels: ReadonlySet<string>
  /** Dims shapes of other labels while set. */
  readonly focusedLabel: string | null
  readonly bare: boolean
}

export const channels = ['all', 'red', 'green', 'blue'] as const

/** Display adjustments of the image, whose pixels stay unchanged. For brightness, contrast and saturation, 1 is neutral. */
export interface Adjustments {
  readonly brightness: number
  readonly contrast: number
  readonly saturation: number
  readonly inverted: boolean
  readonly channel: (typeof channels)[number]
}

export const noAdjustments: Adjustments = {
  brightness: 1,
  contrast: 1,
  saturation: 1,
  inverted: false,
  channel: 'all',
}

export interface Appearance {
  look: () => Look
  shows: (shape: Shape) => boolean
  setShapesHidden: (ids: Iterable<string>, hidden: boolean) => void
  setLabelHidden: (id: string, hidden: boolean) => void
  focusLabel: (id: string | null) => void
  setBare: (bare: boolean) => void
  /** The same object until a change. */
  adjustments: () => Adjustments
  adjust: (change: Partial<Adjustments>) => void
  subscribe: (listener: () => void) => () => void
}

export function initialLook(look?: Look): Look {
  return {
    hiddenShapes: new Set(),
    hiddenLabels: look?.hiddenLabels ?? new Set(),
    focusedLabel: null,
    bare: false,
  }
}

export function sameLook(a: Look, b: Look): boolean {
  const same = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    one.size === other.size && one.isSubsetOf(other)
  const areShown = same(a.hiddenShapes, b.hiddenShapes) && same(a.hiddenLabels, b.hiddenLabels)
  return areShown && a.focusedLabel === b.focusedLabel && a.bare === b.bare
}

export function isShown(look: Look, shape: Shape): boolean {
  return !look.bare && !look.hiddenShapes.has(shape.id) && !look.hiddenLabels.has(shape.labelId)
}

export function createAppearance(initial: Partial<Adjustments> = {}): Appearance {
  const changed = createSignal()
  let look = initialLook()
  let adjustments: Adjustments = { ...noAdjustments, ...initial }

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
    adjustments: () => adjustments,
    adjust(change) {
      adjustments = { ...adjustments, ...change }
      changed.emit()
    },
    subscribe: changed.subscribe,
  }
}

function withMembers(set: ReadonlySet<string>, ids: Iterable<string>, present: boolean): ReadonlySet<string> {
  const listed = new Set(ids)
  return present ? set.union(listed) : set.difference(listed)
}
