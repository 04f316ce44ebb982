import { type Evaluation, type FigureName, measures } from '@vermilion/contract/evaluations'
import type { inferenceReport } from '@vermilion/contract/models'
import type { z } from 'zod'
import { formatMeasure, formatNumber, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page.tsx'
import type { ClassRow } from './class-list.tsx'
import { text } from './text.ts'

export type Report = z.output<typeof inferenceReport>

/** The most telling figures that stand above the report. */
const mostFigures = 4
const usual = measures['target-detection']

interface ReportFiguresProps {
  report: Report
  /** Undefined until the task was evaluated. */
  evaluation: Evaluation | undefined
  running: boolean
}

export function ReportFigures({ report, evaluation, running }: ReportFiguresProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { images, latency } = report
  const measured = evaluation?.measured ?? report.measured
  const figures = evaluation?.figures ?? report.metrics
  const names = (evaluation === undefined ? usual : measures[evaluation.labelType]).overall.slice(0, mostFigures)
  const milliseconds = (amount: number) => t('milliseconds', { amount: amount.toFixed(1) })
  const missing = t(running ? 'whenEnded' : 'notMeasured')
  const note = measured === 0 ? missing : t('measured', { count: measured })
  return (
    <Figures
      figures={[
        ...names.map((name) => ({ name: t(name), value: formatMeasure(valueOf(figures, name)), note })),
        {
          name: t('latency'),
          value: latency === null ? unknownValue : milliseconds(latency.p50),
          note: latency === null ? missing : t('latencyNote', { p95: milliseconds(latency.p95) }),
        },
        { name: t('images'), value: formatNumber(images, language), note: t(running ? 'soFar' : 'inAll') },
      ]}
    />
  )
}

const valueOf = (figures: Partial<Record<FigureName, number | null>>, name: FigureName) => figures[name] ?? null

/** The figures of each label, and which they are. */
export function classesOf(report: Report, evaluation: Evaluation | undefined) {
  if (evaluation === undefined) {
    const columns = usual.label.filter((name) => name !== 'f1')
    return {
      columns,
      classes: report.classes.map(({ label, instances, ...figures }) => ({ label, instances, figures })),
    }
  }
  const classes = evaluation.classes.map(({ labelIndex, instances, figures }): ClassRow => {
    return { label: evaluation.labels[labelIndex] ?? '?', instances, figures }
  })
  return { columns: [...measures[evaluation.labelType].label], classes }
}

/** What the CSV of the figures holds. */
export function tableOf(report: Report, evaluation: Evaluation | undefined, t: Translate<typeof text.en>) {
  const { columns, classes } = classesOf(report, evaluation)
  const { latency } = report
  const figures = evaluation?.figures ?? report.metrics
  return [
    [t('class'), t('instances'), ...columns.map((name) => t(name))],
    ...classes.map((one) => [one.label, one.instances, ...columns.map((name) => valueOf(one.figures, name))]),
    [t('inAll'), null, ...columns.map((name) => valueOf(figures, name))],
    [],
    [t('images'), report.images],
    [t('measuredImages'), evaluation?.measured ?? report.measured],
    [`${t('latency')} (ms, p50)`, latency?.p50 ?? null],
    [`${t('latency')} (ms, p95)`, latency?.p95 ?? null],
  ]
}
