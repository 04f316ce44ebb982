import type { TrainingReport } from '@vermilion/contract/tasks/training-report'

type Confusion = NonNullable<TrainingReport['confusion']>

/** As trainers call what is no object. */
export const backgroundName = 'background'

/** What was said of objects, and what they are: where both are labels they were mixed up, else missed or made up. */
export interface Mistake {
  readonly kind: 'mixed' | 'missed' | 'invented'
  readonly real: string
  readonly found: string
  readonly count: number
}

/** What a model gets wrong, the most frequent first. */
export function mistakesOf({ labels, matrix }: Confusion): Mistake[] {
  return matrix
    .flatMap((row, predicted) =>
      row.map((count, actual) => {
        const [reply = '', real = ''] = [labels[predicted], labels[actual]]
        const kind = reply === backgroundName ? 'missed' : real === backgroundName ? 'invented' : 'mixed'
        return { kind, real, found: reply, count } as const
      }),
    )
    .filter(({ real, found, count }) => count > 0 && real !== found)
    .toSorted((a, b) => b.count - a.count)
}
