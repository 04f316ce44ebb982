import {
  compareMetrics,
  isAtBestF1,
  isOfTraining,
  metricKindOf,
  shortMetric,
} from '@vermilion/contract/tasks/metric-kinds'
import { metricEndpoints, type SeriesInfo } from '@vermilion/contract/tasks/metrics'
import type { Task } from '@vermilion/contract/tasks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { LineChart } from '#ui/chart/lines/line-chart.tsx'
import { seriesColour } from '#ui/chart/series-colours.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { useMetricNames } from '../metrics/metric-names.ts'
import { overviewText } from './text.ts'
import { useTrainingReport } from './use-training-report.ts'
import styles from './overview.module.css'

const maxCurves = 4
const points = 200

interface HeadlineCurvesProps {
  task: Task
  series: readonly SeriesInfo[]
  pending: boolean
}

export function HeadlineCurves({ task, series, pending }: HeadlineCurvesProps) {
  const t = useText(overviewText)
  const { quality, losses } = namesOf(series)
  const metricNames = useMetricNames()
  const folderOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')))
  const titleOf = (names: readonly string[], kind: 'quality' | 'loss', other: string) => {
    const [first = '', ...folders] = [...new Set(names.map(folderOf))]
    return first === '' || folders.length > 0 ? other : metricNames.titleOf(first, kind)
  }
  const shared = { taskId: task.id, unit: task.progress?.unit, replace: true }
  const empty = quality.length + losses.length === 0
  const confidence = useTrainingReport(task)?.confidence
  return (
    <div className={`${styles['charts']} grid gap-0-16`}>
      {empty && <Panel title={t('quality')}>{pending ? <Bone height={240} /> : <p>{t('noCurve')}</p>}</Panel>}
      {quality.length > 0 && (
        <CurvesPanel
          {...shared}
          title={titleOf(quality, 'quality', t('quality'))}
          names={quality}
          confidence={confidence}
          isShare
        />
      )}
      {losses.length > 0 && (
        <CurvesPanel {...shared} title={titleOf(losses, 'loss', t('losses'))} names={losses} isShare={false} />
      )}
    </div>
  )
}

/** The quality metric over the steps; nothing when it was not logged. */
export function QualityCurve({ taskId, title }: { taskId: string; title: string }) {
  const { data } = useQuery(read(metricEndpoints.listSeries, { params: { taskId } }))
  const { quality } = namesOf(data?.series ?? [])
  if (quality.length === 0) return null
  return <CurvesPanel taskId={taskId} unit="epochs" replace={false} title={title} names={quality} isShare />
}

function namesOf(series: readonly SeriesInfo[]) {
  const visible = series.filter(
    ({ source, points: count, name }) => source !== 'system' && count > 0 && name[0] !== '@',
  )
  const names = visible.map(({ name }) => name).toSorted(compareMetrics)
  const ofKind = (kind: 'quality' | 'loss') => names.filter((name) => metricKindOf(name) === kind)
  const losses = ofKind('loss')
  const totals = losses.filter((name) => /^(?:total_?)?loss$/.test(shortMetric(name)))
  const heldBack = losses.filter((name) => !isOfTraining(name))
  return {
    quality: ofKind('quality').slice(0, maxCurves),
    losses: (totals.length > 0 ? totals : heldBack.length > 0 ? heldBack : losses).slice(0, maxCurves),
  }
}

interface CurvesPanelProps {
  taskId: string
  unit: string | undefined
  replace: boolean
  title: string
  names: readonly string[]
  isShare: boolean
  confidence?: number | undefined
}

function CurvesPanel({ taskId, unit, replace, title, names, isShare, confidence }: CurvesPanelProps) {
  const t = useText(overviewText)
  const metricNames = useMetricNames()
  const query = { tasks: taskId, names: names.join('\n'), axis: 'step', points } as const
  const loaded = useQuery({ ...read(metricEndpoints.readSeries, { query }), placeholderData: keepPreviousData })
  const curves = useMemo(
    () =>
      loaded.data?.series.map(({ name, x, y }, index) => ({
        key: name,
        name: isOfTraining(name) ? metricNames.wholeNameOf(name) : metricNames.nameOf(name),
        colour: seriesColour(index),
        x,
        y,
      })),
    [loaded.data, metricNames],
  )
  const isWhole = curves?.every(({ y }) => y.every((value) => value >= 0 && value <= 1))
  return (
    <Panel
      title={title}
      fills
      extra={
        <Link to="/compute/taskdetail/$id" params={{ id: taskId }} search={{ tab: 'metrics' }} replace={replace}>
          {t('allMetrics')}
        </Link>
      }
    >
      {loaded.error !== null && <ProblemState problem={loaded.error} onRetry={() => void loaded.refetch()} />}
      {curves === undefined && loaded.error === null && <Bone height={240} />}
      {names.some(isAtBestF1) && (
        <p className="faint margin-bottom-8">
          {[
            t('atBestF1'),
            ...(confidence === undefined ? [] : [t('keptScore', { score: formatMeasure(confidence) })]),
          ].join(' · ')}
        </p>
      )}
      {curves !== undefined && (
        <LineChart
          label={title}
          titles={{
            x: t(unit === 'epochs' ? 'epoch' : 'step'),
            y: isShare ? (isWhole === true ? t('qualityAxis') : t('quality')) : t('lossAxis'),
          }}
          curves={curves}
          top={isShare && isWhole === true ? 1 : undefined}
        />
      )}
    </Panel>
  )
}
