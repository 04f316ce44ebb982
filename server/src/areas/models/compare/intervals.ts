import { type FigureName, type Figures, measures } from '@vermilion/contract/evaluations'
import { createDraws, percentileInterval } from '@vermilion/contract/evaluation/resampling/bootstrap'
import type { ResampledFigures, Samples } from '@vermilion/contract/evaluation/resampling/samples'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { mainFigure } from '@vermilion/contract/models/comparisons'
import type { ComparisonFindings, Uncertainty } from './messages.ts'

interface Judged {
  readonly labels: readonly string[]
  readonly samples: Samples
}

/** Fewer bootstrap draws for many images bound the cost. */
const [maxDraws, minDraws, maxParts] = [1_000, 200, 60_000_000]
export const drawsFor = (images: number, models: number) =>
  Math.min(maxDraws, Math.max(minDraws, Math.floor(maxParts / Math.max(1, images * models))))

type Values = (number | null)[]

/** Differences to the first model use the same draws of images. */
export function intervalsOf(
  judged: readonly Judged[],
  { labelType, images, tell }: { labelType: LabelType; images: number; tell: (done: number, total: number) => void },
): Pick<ComparisonFindings, 'draws' | 'figures' | 'classes'> {
  const main = mainFigure[labelType]
  const names = measures[labelType].overall
  const labels = [...new Set(judged.flatMap((one) => one.labels))]
  const overall = judged.map(() => names.map((): Values => []))
  const perLabel = judged.map(() => new Map(labels.map((label): [string, Values] => [label, []])))
  const draws = images === 0 ? 0 : drawsFor(images, judged.length)
  const [draw, counts] = [createDraws(images), new Uint32Array(images)]
  const keep = (at: number, figures: ResampledFigures) => {
    for (const [index, name] of names.entries()) overall[at]![index]!.push(figures.overall[name] ?? null)
    for (const [label, values] of perLabel[at]!) {
      const own = figures.labels[judged[at]!.labels.indexOf(label)]
      values.push(valueIn(own, main))
    }
  }
  for (let number = 0; number < draws; number += 1) {
    draw(counts)
    for (const [at, { samples }] of judged.entries()) keep(at, samples.figuresOf(counts))
    if (number % 10 === 9) tell(number + 1, draws)
  }
  return {
    draws,
    figures: overall.map((own) =>
      Object.fromEntries(names.map((name, index) => [name, uncertaintyOf(own[index]!, overall[0]![index]!)])),
    ),
    classes: Object.fromEntries(
      labels.map((label) => [
        label,
        perLabel.map((own) => uncertaintyOf(own.get(label) ?? [], perLabel[0]!.get(label) ?? [])),
      ]),
    ),
  }
}

const valueIn = (figures: Figures | undefined, name: FigureName) => figures?.[name] ?? null

function uncertaintyOf(own: Values, first: Values): Uncertainty {
  const differences = own.map((value, at) => {
    const other = first[at] ?? null
    return value === null || other === null ? null : value - other
  })
  return { interval: percentileInterval(own), difference: own === first ? null : percentileInterval(differences) }
}
