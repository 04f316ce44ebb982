import type { Encoded } from './codec.ts'
import type { LabeledImage, LabeledShape } from './labeled-images.ts'

const countedLosses = {
  attributes: 'attributes-not-written',
  scores: 'scores-not-written',
  tags: 'tags-not-written',
  groups: 'groups-not-written',
  splits: 'splits-not-written',
  unlabeled: 'unlabeled-not-written',
  joined: 'outlines-joined',
  outlines: 'masks-as-outlines',
  pixels: 'polygons-as-pixels',
  overlaps: 'overlaps-not-written',
  merged: 'objects-merged',
  empty: 'empty-not-written',
} as const
type Lost = keyof typeof countedLosses

/** Counts what an encoder cannot represent, to report it once instead of per label. */
export function createLosses(lost: readonly Lost[]) {
  const counts = new Map<Lost, number>()
  const add = (what: Lost, count = 1) => void counts.set(what, (counts.get(what) ?? 0) + count)
  return {
    add,
    note(image: LabeledImage, shapes: readonly LabeledShape[] = image.shapes): void {
      if (image.tags !== undefined && image.tags.length > 0) add('tags')
      if (image.split !== undefined) add('splits')
      if (image.unlabeled) add('unlabeled')
      for (const { attributes, score, group } of shapes) {
        if (attributes !== undefined) add('attributes')
        if (score !== undefined) add('scores')
        if (group !== undefined) add('groups')
      }
    },
    *problems(file: string): Generator<Encoded> {
      for (const what of lost) {
        const count = counts.get(what)
        if (count === undefined) continue
        yield { type: 'problem', problem: { file, reason: countedLosses[what], values: { count } } }
      }
    },
  }
}
