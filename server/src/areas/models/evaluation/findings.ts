import type { Findings } from '@vermilion/contract/evaluation/evaluator'
import { f1, mean } from '@vermilion/contract/detection/ranking'
import type { EvaluationFindings, PartFindings } from './messages.ts'

const maxCurves = 30
const maxUnknown = 100

type About = Pick<
  EvaluationFindings,
  'labelType' | 'labels' | 'countsByConfidence' | 'images' | 'measured' | 'unknownLabels'
>
type Part = Pick<PartFindings, 'part' | 'images' | 'measured'> & { findings: Findings }

export function findingsOf(findings: Findings, about: About, parts: readonly Part[]): EvaluationFindings {
  return {
    ...about,
    unknownLabels: about.unknownLabels.slice(0, maxUnknown),
    ...contentOf(findings),
    parts: parts.map(({ findings: own, ...part }) => ({ ...part, ...contentOf(own) })),
  }
}

function contentOf({ instances, figures, bestConfidence, labels }: Findings) {
  const present = labels.filter((label) => label.instances > 0 && label.curves !== null)
  const curves = present.flatMap((label) => label.curves ?? [])
  const first = curves[0]
  const means = (of: (curve: (typeof curves)[number], step: number) => number) =>
    first === undefined ? [] : first.precision.map((_, step) => mean(curves.map((curve) => of(curve, step))))
  return {
    instances,
    figures,
    bestConfidence,
    classes: labels.map(({ labelIndex, instances: own, images, figures: mine }) => {
      return { labelIndex, instances: own, images, figures: mine }
    }),
    curves: present
      .toSorted((a, b) => b.instances - a.instances)
      .slice(0, maxCurves)
      .flatMap(({ labelIndex, curves: own }) => (own === null ? [] : [{ labelIndex, ...own }])),
    overall:
      first === undefined
        ? null
        : {
            precision: means(({ precision }, step) => precision[step]!),
            recall: means(({ recall }, step) => recall[step]!),
            f1: means(({ precision, recall }, step) => f1(precision[step]!, recall[step]!)),
            precisionByRecall: means(({ precisionByRecall }, step) => precisionByRecall[step]!),
          },
  }
}
