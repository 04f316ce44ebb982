import { background, type ConfusionCell } from '@vermilion/contract/evaluations'

export type ConfusedCount = Omit<ConfusionCell, 'images'> & { readonly images?: number | undefined }

const maxLabels = 30

export interface MatrixCell extends ConfusedCount {
  readonly ofTruth: number
  readonly ofFound: number
}

export function matrixOf(cells: readonly ConfusedCount[]) {
  const mentionedLabels = new Set(cells.flatMap(({ found, real }) => [found, real]))
  const labels = [
    ...labelsByMistakes(cells)
      .slice(0, maxLabels)
      .sort((a, b) => a - b),
    // Only bounded shapes can be missed, or predicted in the background.
    ...(mentionedLabels.has(background) ? [background] : []),
  ]
  const byKey = new Map(cells.map((cell) => [`${cell.found} ${cell.real}`, cell]))
  const [truths, finds] = [new Map<number, number>(), new Map<number, number>()]
  for (const { found, real, count } of cells) {
    truths.set(real, (truths.get(real) ?? 0) + count)
    finds.set(found, (finds.get(found) ?? 0) + count)
  }
  return {
    labels,
    max: cells.reduce((max, { count }) => Math.max(max, count), 1),
    isPart: mentionedLabels.size > labels.length,
    cellAt(predicted: number, real: number): MatrixCell {
      const cell = byKey.get(`${predicted} ${real}`) ?? { found: predicted, real, count: 0 }
      const share = (sum: number | undefined) => cell.count / Math.max(1, sum ?? 1)
      return { ...cell, ofTruth: share(truths.get(real)), ofFound: share(finds.get(predicted)) }
    },
  }
}

function labelsByMistakes(cells: readonly ConfusedCount[]): number[] {
  const weights = new Map<number, { mistakes: number; count: number }>()
  for (const { found, real, count } of cells) {
    for (const label of new Set([found, real])) {
      if (label === background) continue
      const weight = weights.get(label) ?? { mistakes: 0, count: 0 }
      weight.count += count
      if (found !== real) weight.mistakes += count
      weights.set(label, weight)
    }
  }
  return [...weights].toSorted(([, a], [, b]) => b.mistakes - a.mistakes || b.count - a.count).map(([label]) => label)
}
