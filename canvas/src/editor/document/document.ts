import type { Shape } from '@vermilion/contract/labels/index'
import { inverseAll, perform, pileOf, sameShape, touchedBy } from './patches.ts'
import type { Patch } from './patches.ts'
import { createSignal } from './signal.ts'
import { acceptSuggestion } from '@vermilion/contract/labels/suggestion'

export interface Size {
  width: number
  height: number
}

export type StepLabel =
  | 'draw'
  | 'move'
  | 'resize'
  | 'nudge'
  | 'delete'
  | 'relabel'
  | 'reorder'
  | 'merge'
  | 'paste'
  | 'paint'
  | 'erase'
  | 'fill'
  | 'reshape'
  | 'unite'
  | 'subtract'
  | 'simplify'
  | 'classify'
  | 'attributes'
  | 'accept'

export interface Step {
  label: StepLabel
  patches: readonly Patch[]
}

export interface DocumentChange {
  origin: 'change' | 'undo' | 'redo'
  step: Step
  touched: ReadonlySet<string>
  /** True when remaining shapes changed rank relative to the end of `order`, so that ranks must be reread. */
  reordered: boolean
}

export interface Draft {
  /** Replaces the shape of this id, or adds one on top. A changed suggestion becomes the user's own label. */
  put: (shape: Shape) => void
  /** Replaces a shape by what another one leaves of it: nobody reviewed it, so a suggestion stays one. */
  cut: (shape: Shape) => void
  remove: (ids: Iterable<string>) => void
  /** Moves a shape to a rank; 0 is the bottom. */
  reorder: (id: string, to: number) => void
}

/** Shapes of an image. Every change is a recorded, reversible step. */
export interface Document {
  readonly image: Size
  revision: () => number
  /** In drawing order; the same array until a change. */
  shapes: () => readonly Shape[]
  get: (id: string) => Shape | undefined
  rankOf: (id: string) => number
  change: (label: StepLabel, edit: (draft: Draft) => void) => Step | null
  /** Undoes or redoes a step. For the history only. */
  replay: (step: Step, direction: 'undo' | 'redo') => void
  subscribe: (listener: (change: DocumentChange) => void) => () => void
}

interface DocumentNeeds {
  image: Size
  /** In drawing order. */
  shapes: readonly Shape[]
  describe?: (shape: Shape) => Shape['attributes']
}

/** Steps that copy shapes from elsewhere: they get no default attributes and remain suggestions. */
const bringing: readonly StepLabel[] = ['merge', 'paste']

export function createDocument({ image, shapes, describe }: DocumentNeeds): Document {
  const pile = pileOf(shapes)
  const changed = createSignal<DocumentChange>()
  let revision = 0
  let listed: readonly Shape[] | null = null
  let ranks: Map<string, number> | null = null

  function apply(patch: Patch): void {
    perform(pile, patch)
    listed = null
    if (patch.kind !== 'replace') ranks = null
  }

  function rankOf(id: string): number {
    ranks ??= new Map(pile.order.map((each, rank) => [each, rank]))
    return ranks.get(id) ?? -1
  }

  function publish(origin: DocumentChange['origin'], step: Step, performed: readonly Patch[]): void {
    revision += 1
    const touched = new Set(performed.map(touchedBy))
    changed.emit({ origin, step, touched, reordered: performed.some((patch) => !keepsRanks(patch, pile.order.length)) })
  }

  return {
    image,
    revision: () => revision,
    shapes: () => (listed ??= pile.order.flatMap((id) => pile.byId.get(id) ?? [])),
    get: (id) => pile.byId.get(id),
    rankOf,
    change(label, edit) {
      const patches: Patch[] = []
      const described = (shape: Shape): Shape => {
        const attributes = shape.attributes ?? (bringing.includes(label) ? undefined : describe?.(shape))
        return attributes === undefined ? shape : { ...shape, attributes }
      }
      const record = (patch: Patch): void => {
        apply(patch)
        patches.push(patch)
      }
      const replace = (previous: Shape, after: Shape): void => {
        if (!sameShape(previous, after)) record({ kind: 'replace', before: previous, after })
      }
      try {
        edit({
          put(shape) {
            const previous = pile.byId.get(shape.id)
            if (!previous) record({ kind: 'add', shape: described(shape), at: pile.order.length })
            else if (!sameShape(previous, shape))
              replace(previous, bringing.includes(label) ? shape : acceptSuggestion(shape))
          },
          cut(shape) {
            const previous = pile.byId.get(shape.id)
            if (previous) replace(previous, shape)
          },
          remove(ids) {
            // From the top down, so that lower ranks stay valid.
            const doomed = [...new Set(ids)].map((id) => ({ shape: pile.byId.get(id), at: rankOf(id) }))
            for (const { shape, at } of doomed.toSorted((a, b) => b.at - a.at)) {
              if (shape) record({ kind: 'remove', shape, at })
            }
          },
          reorder(id, to) {
            const from = rankOf(id)
            const target = Math.max(0, Math.min(pile.order.length - 1, to))
            if (from >= 0 && from !== target) record({ kind: 'reorder', id, from, to: target })
          },
        })
      } catch (error) {
        for (const patch of inverseAll(patches)) apply(patch)
        throw error
      }
      if (patches.length === 0) return null
      const step = { label, patches }
      publish('change', step, patches)
      return step
    },
    replay(step, direction) {
      const patches = direction === 'redo' ? step.patches : inverseAll(step.patches)
      for (const patch of patches) apply(patch)
      publish(direction, step, patches)
    },
    subscribe: changed.subscribe,
  }
}

/** True when a patch keeps other ranks: removals leave gaps, additions on top take the next rank; others shift ranks. */
function keepsRanks(patch: Patch, count: number): boolean {
  return patch.kind === 'replace' || patch.kind === 'remove' || (patch.kind === 'add' && patch.at >= count - 1)
}
