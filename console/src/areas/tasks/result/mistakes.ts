import type { TrainingReport } from '@vermilion/contract/tasks/training-report'

type Confusion = NonNullable<TrainingReport['confusion']>

export const backgroundName = 'background'

/** A predicted and a true label: mixed up when both are labels, else missed or invented. */
export interface Mistake {
  readonly kind: 'mixed' | 'missed' | 'invented'
  readonly real: string
  readonly found: string
  readonly count: number
}

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
