import type { SavedHistory } from '@vermilion/canvas/editor/document/history'
import { inverseAll, perform, pileOf, sameShape } from '@vermilion/canvas/editor/document/patches'
import { isPlaceless } from '@vermilion/canvas/shapes/kinds'
import type { Shape } from '@vermilion/contract/labels/index'

export interface Merge {
  /** Shapes in the server's order, with those that only this side has on top. */
  shapes: readonly Shape[]
  /** Shapes that both sides changed differently, or that one side changed and the other deleted. */
  disputed: readonly string[]
}

/** Three-way merge by shape id. A disputed shape is taken from this side, or from the side that still has it. */
export function mergeShapes(base: readonly Shape[], mine: readonly Shape[], theirs: readonly Shape[]): Merge {
  const [common, here, there] = [base, mine, theirs].map((shapes) => new Map(shapes.map((shape) => [shape.id, shape])))
  const disputed: string[] = []
  const shapes = [...new Set([...theirs, ...mine].map(({ id }) => id))].flatMap((id) => {
    const [was, own, other] = [common?.get(id), here?.get(id), there?.get(id)]
    if (sameShape(own, other)) return own ?? []
    if (sameShape(was, own)) return other ?? []
    if (sameShape(was, other)) return own ?? []
    disputed.push(id)
    return own ?? other ?? []
  })
  return { shapes, disputed }
}

export const disputeChoices = ['both', 'mine', 'theirs'] as const
export type DisputeChoice = (typeof disputeChoices)[number]

/** With `both`, the other side's shape becomes a new one; one remains when a side deleted it or it has no geometry. */
export function settleDisputes(
  { shapes, disputed }: Merge,
  theirs: readonly Shape[],
  { choice, createId }: { choice: DisputeChoice; createId: () => string },
): readonly Shape[] {
  const others = new Map(theirs.map((shape) => [shape.id, shape]))
  const open = new Set(disputed)
  return shapes.flatMap((shape) => {
    const other = open.has(shape.id) ? others.get(shape.id) : undefined
    if (!other || sameShape(shape, other)) return shape
    if (choice === 'theirs') return other
    return choice === 'mine' || isPlaceless(shape.kind) ? shape : [shape, { ...other, id: createId() }]
  })
}

export function sameShapes(a: readonly Shape[], b: readonly Shape[]): boolean {
  return a.length === b.length && a.every((shape, position) => sameShape(shape, b[position]))
}

/** True when the server's shapes are an earlier state of one's own work, by a save whose response was lost. */
export function isOwnPast(mine: readonly Shape[], history: SavedHistory, theirs: readonly Shape[]): boolean {
  const pile = pileOf(mine)
  const matches = (): boolean =>
    pile.order.length === theirs.length &&
    theirs.every((shape, position) => pile.order[position] === shape.id && sameShape(pile.byId.get(shape.id), shape))
  return (
    matches() ||
    history.past.toReversed().some((step) => {
      for (const patch of inverseAll(step.patches)) perform(pile, patch)
      return matches()
    })
  )
}
