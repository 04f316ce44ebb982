import type { Shape } from '@vermilion/contract/labels/index'

/** Shapes of an image in drawing order, the last of `order` on top. */
export interface Pile {
  byId: Map<string, Shape>
  order: string[]
}

/** Smallest reversible change. Positions are indices into `order` at the time of the patch. */
export type Patch =
  | { kind: 'add'; shape: Shape; at: number }
  | { kind: 'remove'; shape: Shape; at: number }
  | { kind: 'replace'; before: Shape; after: Shape }
  | { kind: 'reorder'; id: string; from: number; to: number }

export function pileOf(shapes: readonly Shape[]): Pile {
  return { byId: new Map(shapes.map((shape) => [shape.id, shape])), order: shapes.map((shape) => shape.id) }
}

export function inverse(patch: Patch): Patch {
  switch (patch.kind) {
    case 'add':
      return { ...patch, kind: 'remove' }
    case 'remove':
      return { ...patch, kind: 'add' }
    case 'replace':
      return { kind: 'replace', before: patch.after, after: patch.before }
    case 'reorder':
      return { ...patch, from: patch.to, to: patch.from }
  }
}

export function inverseAll(patches: readonly Patch[]): Patch[] {
  return patches.toReversed().map(inverse)
}

export function perform(pile: Pile, patch: Patch): void {
  switch (patch.kind) {
    case 'add':
      pile.byId.set(patch.shape.id, patch.shape)
      pile.order.splice(patch.at, 0, patch.shape.id)
      return
    case 'remove':
      pile.byId.delete(patch.shape.id)
      pile.order.splice(patch.at, 1)
      return
    case 'replace':
      pile.byId.set(patch.after.id, patch.after)
      return
    case 'reorder':
      pile.order.splice(patch.from, 1)
      pile.order.splice(patch.to, 0, patch.id)
  }
}

/** True when the patch applies to the stack; detects a saved history that no longer fits its image. */
export function fits(pile: Pile, patch: Patch): boolean {
  switch (patch.kind) {
    case 'add':
      return !pile.byId.has(patch.shape.id) && patch.at >= 0 && patch.at <= pile.order.length
    case 'remove':
      return pile.order[patch.at] === patch.shape.id && sameShape(pile.byId.get(patch.shape.id), patch.shape)
    case 'replace':
      return patch.before.id === patch.after.id && sameShape(pile.byId.get(patch.before.id), patch.before)
    case 'reorder':
      return pile.order[patch.from] === patch.id && patch.to >= 0 && patch.to < pile.order.length
  }
}

export function touchedBy(patch: Patch): string {
  switch (patch.kind) {
    case 'add':
    case 'remove':
      return patch.shape.id
    case 'replace':
      return patch.after.id
    case 'reorder':
      return patch.id
  }
}

/** Deep equality that ignores key order and undefined values. */
export function sameShape(a: Shape | undefined, b: Shape | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b))
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
