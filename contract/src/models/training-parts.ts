/** Role of an image in the model's training. `validation` chose the epoch, `unseen` was not read by it. */
export const trainingParts = ['train', 'validation', 'test', 'unseen', 'unknown'] as const
export type TrainingPart = (typeof trainingParts)[number]

const learnedParts: ReadonlySet<TrainingPart> = new Set<TrainingPart>(['train'])
const honestParts = ['test', 'unseen', 'validation', 'unknown', 'train'] as const satisfies TrainingPart[]

/** The least biased part with measurements; undefined without one, or when parts are unknown. */
export function honestPartOf<Part extends { part: TrainingPart; measured: number }>(
  parts: readonly Part[],
): Part | undefined {
  const measured = parts.filter((one) => one.measured > 0)
  return honestParts.flatMap((name) => measured.find(({ part }) => part === name) ?? [])[0]
}

/** Measured images the model was trained on; null when unknown. */
export function learnedImages(parts: readonly { part: TrainingPart; measured: number }[]): number | null {
  const isKnown = parts.length > 0 && parts.every(({ part, measured }) => part !== 'unknown' || measured === 0)
  const learned = parts.filter(({ part }) => learnedParts.has(part)).reduce((sum, { measured }) => sum + measured, 0)
  return isKnown || learned > 0 ? learned : null
}
