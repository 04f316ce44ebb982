import type { TrainingPart } from '@vermilion/contract/evaluation/training-parts'
import { type EvaluationCurves, evaluationEndpoints } from '@vermilion/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import styles from './report.module.css'
import { text } from './text.ts'

/** Labels that have a curve of their own beside the one of all. */
const mostCurves = 6

interface CurvePanelsProps {
  taskId: string
  name: string
  labels: readonly string[]
  /** Of which images; of all, where none is given. */
  part: TrainingPart | undefined
}

/** Precision over recall; precision, recall and F1 over the confidence. */
export function CurvePanels(props: CurvePanelsProps) {
  return (
    <div className={styles['charts']}>
      <Curves {...props} />
    </div>
  )
}

/** Precision over recall alone. */
export function PrecisionRecall(props: CurvePanelsProps) {
  return <Curves {...props} most={1} />
}

function Curves({ taskId, name, labels, part, most }: CurvePanelsProps & { most?: number }) {
  const t = useText(text)
  const curves = useQuery(read(evaluationEndpoints.evaluationCurves, { params: { taskId }, query: { part } }))
  if (curves.error !== null) return <ProblemState problem={curves.error} onRetry={() => void curves.refetch()} />
  if (curves.data === undefined) return <Bone height={240} />
  const { steps, overall, classes } = curves.data
  const linesOf = (values: (curve: NonNullable<EvaluationCurves['overall']>) => readonly number[]) => {
    const points = (line: readonly number[]) => line.map((value, step) => [steps[step] ?? 0, value] as const)
    return [
      ...(overall === null ? [] : [{ name: t('allClasses'), points: points(values(overall)) }]),
      ...classes
        .slice(0, mostCurves)
        .map((curve) => ({ name: labels[curve.labelIndex] ?? '?', points: points(values(curve)) })),
    ]
  }
  const charts = [
    { title: t('prCurve'), x: t('recall'), y: t('precision'), curves: linesOf((curve) => curve.precisionByRecall) },
    { title: t('f1Curve'), x: t('confidenceAxis'), y: t('f1'), curves: linesOf((curve) => curve.f1) },
    { title: t('precisionCurve'), x: t('confidenceAxis'), y: t('precision'), curves: linesOf((one) => one.precision) },
    { title: t('recallCurve'), x: t('confidenceAxis'), y: t('recall'), curves: linesOf((curve) => curve.recall) },
  ]
  return charts.slice(0, most).map(({ title, ...chart }) => (
    <ChartPanel key={title} title={title} name={name} empty={overall === null ? t('noCurves') : undefined}>
      <LineChart label={title} {...chart} top={1} />
    </ChartPanel>
  ))
}
