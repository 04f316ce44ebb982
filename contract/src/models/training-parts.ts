/**
 * Role of an evaluated image in the model's training: learned from, used to choose the epoch, or held out; `unseen` was not read
 * by the training, `unknown` cannot be determined.
 */
export const trainingParts = ['train', 'validation', 'test', 'unseen', 'unknown'] as const
export type TrainingPart = (typeof trainingParts)[number]

/** Parts the model learned from: metrics on them are too optimistic. */
const learnedParts: ReadonlySet<TrainingPart> = new Set<TrainingPart>(['train'])
/** The parts by how honest figures on them are, the most honest first. */
const honestParts = ['test', 'unseen', 'validation', 'unknown', 'train'] as const satisfies TrainingPart[]

/** The part whose figures say most of a model; undefined where nothing is measured, or nobody looked which part images are of. */
export function honestPartOf<Part extends { part: TrainingPart; measured: number }>(
  parts: readonly Part[],
): Part | undefined {
  const measured = parts.filter((one) => one.measured > 0)
  return honestParts.flatMap((name) => measured.find(({ part }) => part === name) ?? [])[0]
}

/** Images among those measured that a model has learned from; null where nobody can say. */
export function learnedImages(parts: readonly { part: TrainingPart; measured: number }[]): number | null {
  const isKnown = parts.length > 0 && parts.every(({ part, measured }) => part !== 'unknown' || measured === 0)
  const learned = parts.filter(({ part }) => learnedParts.has(part)).reduce((sum, { measured }) => sum + measured, 0)
  return isKnown || learned > 0 ? learned : null
}
