import type { DataEvaluation } from '@vermilion/contract/data-evaluations'
import type { DataEvaluationReport } from '@vermilion/contract/data-evaluations/report'
import { scoreEdges } from '@vermilion/contract/data-evaluations/report'
import type { useScoreNames } from '#areas/files'
import type { Translate } from '#lib/i18n.ts'
import type { text } from './text.ts'

type Cells = (string | number | null)[]

interface Texts {
  t: Translate<typeof text.en>
  names: ReturnType<typeof useScoreNames>
}

export function tableOf({ standard }: DataEvaluation, report: DataEvaluationReport, { t, names }: Texts): Cells[] {
  const part = (head: Cells, rows: readonly Cells[]): Cells[] => (rows.length === 0 ? [] : [[], head, ...rows])
  const { joint, models, alpha, lowest, disputed, nearDuplicates } = report
  return [
    [t('report'), t('count')],
    [t('scored'), joint.images],
    [t('mean'), joint.mean],
    [t('deviation'), joint.standardDeviation],
    [t('alpha'), alpha],
    ...part(
      [t('scoreAxis'), t('count')],
      joint.ranges.map((images, index) => [`${scoreEdges[index] ?? 0}–${(scoreEdges[index] ?? 0) + 10}`, images]),
    ),
    ...part(
      [t('model'), t('mean'), t('bias'), t('failedCalls')],
      models.map(({ model, name, scores, bias, failed }) => [
        names.modelName(model, name),
        scores?.mean ?? null,
        bias,
        failed,
      ]),
    ),
    ...part(
      [t('model'), t('criterion'), t('mean')],
      models.flatMap(({ model, name, criteria }) =>
        criteria.map(({ key, mean }) => [
          names.modelName(model, name),
          names.criterionName(model, key, standard?.criteria),
          mean,
        ]),
      ),
    ),
    ...part(
      [t('lowest'), t('score')],
      lowest.map(({ path, score }) => [path, score]),
    ),
    ...part(
      [t('disputed'), t('disagreement')],
      disputed.map(({ path, disagreement }) => [path, disagreement]),
    ),
    ...part(
      [t('nearDuplicates'), t('count')],
      (nearDuplicates?.largest ?? []).map(({ images, files }) => [files[0]?.path ?? null, images]),
    ),
  ]
}
