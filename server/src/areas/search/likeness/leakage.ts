import type { Leakage } from '@vermilion/contract/image-search/likeness'
import { splits } from '@vermilion/contract/datasets/kinds'
import type { Candidate, Duplicates } from './duplicates.ts'

type Split = Candidate['split']

/** The groups whose labeled images, those that a training takes, are in several splits. */
function leakingGroups(groups: readonly Duplicates[]): Candidate[][] {
  return groups
    .map(({ kept, others }) => [kept, ...others.map(({ image }) => image)])
    .filter((images) => new Set(images.filter(({ isLabeled }) => isLabeled).map(({ split }) => split)).size > 1)
}

/** Images that a model would be judged on though it, or the choice of its epoch, has nearly seen them. */
export function leakageOf(groups: readonly Duplicates[]): Pick<Leakage, 'groups' | 'validation' | 'test'> {
  const leaking = leakingGroups(groups).map((images) => images.filter(({ isLabeled }) => isLabeled))
  const count = (split: Split, earlier: readonly Split[]) =>
    leaking
      .filter((images) => images.some((image) => earlier.includes(image.split)))
      .flatMap((images) => images.filter((image) => image.split === split)).length
  return {
    groups: leaking.length,
    validation: count('validation', ['train']),
    test: count('test', ['train', 'validation']),
  }
}

/** The numbers of the images that go to each split: those of a group to where most of it is, so that few move. */
export function movesOf(groups: readonly Duplicates[]): Map<Split, number[]> {
  const moves = new Map<Split, number[]>()
  for (const images of leakingGroups(groups)) {
    const sizeOf = (split: Split) => images.filter((image) => image.split === split).length
    const target = splits.reduce((most, split) => (sizeOf(split) > sizeOf(most) ? split : most))
    const moved = images.filter(({ split }) => split !== target).map(({ number }) => number)
    moves.set(target, [...(moves.get(target) ?? []), ...moved])
  }
  return moves
}
