import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { type Evaluation, type FigureName, type Figures as Measured, measures } from '@vermilion/contract/evaluations'
import type { InferenceReport } from '@vermilion/contract/models/inference-report'
import { formatMeasure, formatNumber, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import type { ClassRow } from './class-list.tsx'
import { partText } from './part-text.ts'
import { PartDescription } from './part-description.tsx'
import styles from './report.module.css'
import { dependsOnThreshold, type Scope } from './scope.ts'
import { text } from './text.ts'

const maxFigures = 4

interface ReportFiguresProps {
  report: InferenceReport
  evaluation: Evaluation | undefined
  scope: Scope | undefined
  /** Undefined when the model was deleted before the evaluation. */
  labelType: LabelType | undefined
  running: boolean
}

const explained = ['mAP50', 'mAP50to95', 'precision', 'recall'] as const

export function ReportFigures({ report, evaluation, scope, labelType, running }: ReportFiguresProps) {
  const t = useText(text)
  const texts = useText(partText)
  const language = useSystem((system) => system.lang)
  const { images, latency } = report
  const measured = scope?.measured ?? report.measured
  const names = labelType === undefined ? [] : measures[labelType].overall.slice(0, maxFigures)
  const milliseconds = (amount: number) => t('milliseconds', { amount: amount.toFixed(1) })
  const missing = t(running ? 'whenEnded' : 'notMeasured')
  const threshold =
    evaluation !== undefined && names.some((name) => dependsOnThreshold(name, evaluation))
      ? texts('from', { value: evaluation.confidence.toFixed(2) })
      : undefined
  return (
    <div className={`${styles['headline']} all-columns`}>
      {names.length > 0 && (
        <p className="note margin-bottom-8">
          {measured === 0 ? (
            missing
          ) : (
            <>
              {t('quality')}{' '}
              <PartDescription part={scope?.onlyPart} images={measured} learned={scope?.learned ?? null} />
            </>
          )}
          {measured > 0 && threshold !== undefined && ` · ${threshold}`}
        </p>
      )}
      <Figures
        figures={[
          ...names.map((name) => {
            const explainedName = explained.find((one) => one === name)
            const note = explainedName === undefined ? undefined : t(`note-${explainedName}`)
            return { name: t(name), value: formatMeasure(valueOf(scope?.figures, name)), note }
          }),
          {
            name: t('latency'),
            value: latency === null ? unknownValue : milliseconds(latency.p50),
            note: latency === null ? missing : t('latencyNote', { p95: milliseconds(latency.p95) }),
          },
          { name: t('images'), value: formatNumber(images, language), note: t(running ? 'soFar' : 'inAll') },
        ]}
      />
    </div>
  )
}

const valueOf = (figures: Measured | undefined, name: FigureName) => figures?.[name] ?? null

export function classesOf(
  evaluation: Evaluation | undefined,
  scope: Pick<Scope, 'classes'> | undefined,
  labelType: LabelType | undefined,
) {
  const classes = (scope?.classes ?? []).map(({ labelIndex, instances, figures }): ClassRow => {
    return { label: evaluation?.labels[labelIndex] ?? '?', instances, figures }
  })
  return { columns: labelType === undefined ? [] : [...measures[labelType].label], classes }
}

export function tableOf(
  { report, evaluation, scope, labelType }: Omit<ReportFiguresProps, 'running'>,
  t: Translate<typeof text.en>,
  ofParts: Translate<typeof partText.en>,
) {
  const { columns, classes } = classesOf(evaluation, scope, labelType)
  const { latency } = report
  return [
    [t('class'), t('instances'), ...columns.map((name) => t(name))],
    ...classes.map((one) => [one.label, one.instances, ...columns.map((name) => valueOf(one.figures, name))]),
    [t('inAll'), null, ...columns.map((name) => valueOf(scope?.figures, name))],
    [],
    [ofParts('part'), ofParts(`part-${scope?.onlyPart ?? 'all'}`)],
    [t('countedFrom'), evaluation?.countsByConfidence === true ? evaluation.confidence : null],
    [t('images'), report.images],
    [t('measuredImages'), scope?.measured ?? report.measured],
    [`${t('latency')} (ms, p50)`, latency?.p50 ?? null],
    [`${t('latency')} (ms, p95)`, latency?.p95 ?? null],
  ]
}
