import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import { type EvaluationCurves, evaluationEndpoints } from '@vermilion/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ClassCurves } from '#ui/chart/class-curves.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { text } from './text.ts'

interface CurvePanelsProps {
  taskId: string
  name: string
  labels: readonly string[]
  part: TrainingPart | undefined
}

export function CurvePanels(props: CurvePanelsProps) {
  return (
    <div
      className="grid grow gap-16 padding-bottom-24 scroll content-start"
      style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))', minHeight: 0 }}
    >
      <Curves {...props} />
    </div>
  )
}

export function PrecisionRecall(props: CurvePanelsProps) {
  return <Curves {...props} max={1} />
}

function Curves({ taskId, name, labels, part, max }: CurvePanelsProps & { max?: number }) {
  const t = useText(text)
  const curves = useQuery(read(evaluationEndpoints.evaluationCurves, { params: { taskId }, query: { part } }))
  if (curves.error !== null) return <ProblemState problem={curves.error} onRetry={() => void curves.refetch()} />
  if (curves.data === undefined) return <Bone height={240} />
  const { steps, overall, classes } = curves.data
  const curvesOf = (values: (curve: NonNullable<EvaluationCurves['overall']>) => readonly number[]) => [
    ...(overall === null ? [] : [{ name: t('allClasses'), values: values(overall) }]),
    ...classes.map((curve) => ({ name: labels[curve.labelIndex] ?? '?', values: values(curve) })),
  ]
  const charts = [
    { title: t('prCurve'), x: t('recall'), y: t('precision'), curves: curvesOf((curve) => curve.precisionByRecall) },
    { title: t('f1Curve'), x: t('confidenceAxis'), y: t('f1'), curves: curvesOf((curve) => curve.f1) },
    { title: t('precisionCurve'), x: t('confidenceAxis'), y: t('precision'), curves: curvesOf((one) => one.precision) },
    { title: t('recallCurve'), x: t('confidenceAxis'), y: t('recall'), curves: curvesOf((curve) => curve.recall) },
  ]
  const shared = { name, steps, hasOverall: overall !== null, empty: overall === null ? t('noCurves') : undefined }
  return charts
    .slice(0, max)
    .map(({ x, y, ...chart }) => <ClassCurves key={chart.title} {...shared} {...chart} titles={{ x, y }} />)
}
