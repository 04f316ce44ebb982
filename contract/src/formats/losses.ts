import type { Encoded } from './codec.ts'
import type { LabeledImage, LabeledShape } from './labeled-images.ts'

type Lost = 'attributes' | 'scores' | 'tags' | 'groups'

/** Counts what an encoder has no words for, to be said once and not for each label. */
export function createLosses(lost: readonly Lost[]) {
  const counts = { attributes: 0, scores: 0, tags: 0, groups: 0 }
  return {
    note(image: LabeledImage, shapes: readonly LabeledShape[] = image.shapes): void {
      if (image.tags !== undefined && image.tags.length > 0) counts.tags += 1
      for (const { attributes, score, group } of shapes) {
        if (attributes !== undefined) counts.attributes += 1
        if (score !== undefined) counts.scores += 1
        if (group !== undefined) counts.groups += 1
      }
    },
    *problems(file: string): Generator<Encoded> {
      for (const what of lost) {
        if (counts[what] === 0) continue
        yield { type: 'problem', problem: { file, reason: `${what}-not-written`, values: { count: counts[what] } } }
      }
    },
  }
}
