import type { Findings } from '@vermilion/contract/evaluation/evaluator'
import { f1, mean } from '@vermilion/contract/detection/ranking'
import type { EvaluationFindings, PartFindings } from './messages.ts'

const maxCurves = 30
const maxUnknown = 100

type About = Pick<
  EvaluationFindings,
  'labelType' | 'labels' | 'countsByConfidence' | 'images' | 'measured' | 'unknownLabels'
>
interface Judged {
  readonly findings: Findings
  /** Of the same images without tiles. */
  readonly untiled: Findings | undefined
}
type Part = Pick<PartFindings, 'part' | 'images' | 'measured'> & Judged

export function findingsOf(judged: Judged, about: About, parts: readonly Part[]): EvaluationFindings {
  return {
    ...about,
    unknownLabels: about.unknownLabels.slice(0, maxUnknown),
    ...contentOf(judged),
    parts: parts.map(({ findings, untiled, ...part }) => ({ ...part, ...contentOf({ findings, untiled }) })),
  }
}

function contentOf({ findings: { instances, figures, bestConfidence, labels }, untiled }: Judged) {
  const present = labels.filter((label) => label.instances > 0 && label.curves !== null)
  const curves = present.flatMap((label) => label.curves ?? [])
  const first = curves[0]
  const means = (of: (curve: (typeof curves)[number], step: number) => number) =>
    first === undefined ? [] : first.precision.map((_, step) => mean(curves.map((curve) => of(curve, step))))
  return {
    instances,
    figures,
    bestConfidence,
    ...(untiled && { untiled: untiledOf(untiled) }),
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

function untiledOf({ figures, labels }: Findings) {
  return { figures, classes: labels.map(({ labelIndex, figures: own }) => ({ labelIndex, figures: own })) }
}
