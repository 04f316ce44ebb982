import { isOfTraining } from '@vermilion/contract/tasks/metric-kinds'
import { metricEndpoints, type SeriesInfo } from '@vermilion/contract/tasks/metrics'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { formatDuration, formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Time, useNow } from '#ui/moment.tsx'
import { ProgressBar, ProgressText } from '#ui/feedback/progress.tsx'
import { Figures } from '#ui/page/page.tsx'
import { formatHeadline, isOfValidation } from '../headline.tsx'
import { useMetricNames } from '../metrics/metric-names.ts'
import { TaskDuration } from '../task-status.tsx'
import { expectedEnd } from './expected-end.ts'
import { overviewText } from './text.ts'
import { useTrainingReport } from './use-training-report.ts'

const none: readonly SeriesInfo[] = []

export function OverviewFigures({ task }: { task: Task }) {
  const t = useText(overviewText)
  const quality = useQualityFigures(task)
  const model = useModelFigure(task)
  const { progress, status, kind } = task
  return (
    <Figures
      figures={[
        ...quality,
        ...(status === 'success' || kind === 'external'
          ? []
          : [
              {
                name: t('progress'),
                value: progress === null ? unknownValue : <ProgressText progress={progress} />,
                note:
                  progress !== null && status === 'running' ? (
                    <ProgressBar done={progress.done} total={progress.total} label={t('progress')} />
                  ) : undefined,
              },
            ]),
        useEndFigure(task),
        ...(kind === 'training' || kind === 'fine-tuning' ? [model] : []),
      ]}
    />
  )
}

function useQualityFigures(task: Task) {
  const { headline, progress } = task
  const report = useTrainingReport(task)
  const t = useText(overviewText)
  const language = useSystem((system) => system.lang)
  const { nameOf, wholeNameOf } = useMetricNames()
  if (headline === null) return [{ name: t('noHeadline'), value: unknownValue, note: t('noHeadlineNote') }]
  const { metric, best, last, kept, keptEpoch, keptRule, recent, lowerIsBetter } = headline
  const named = { metric: nameOf(metric) }
  const isByEpoch = progress?.unit === 'epochs'
  const isRecent = kept === undefined && recent !== undefined
  const on = isRecent
    ? t('meanOfLast', { count: recent.points })
    : isOfTraining(metric)
      ? t('onTraining')
      : isOfValidation(metric)
        ? report === undefined
          ? t('onValidation')
          : t('onValidationOf', { count: report.images })
        : undefined
  const step = formatNumber(best.step, language)
  const total = progress === null ? null : formatNumber(progress.total, language)
  const lastNote = last.step === best.step ? [] : [t('lastValue', { value: formatHeadline(last.value) })]
  const isOther = keptRule === 'last-of-alike' && keptEpoch !== best.step
  const ofEpoch =
    keptEpoch === undefined
      ? []
      : [t(isOther ? 'lastOfAlike' : 'ofEpoch', { epoch: formatNumber(keptEpoch, language) })]
  return [
    {
      name: isRecent ? wholeNameOf(metric) : t(kept !== undefined ? 'kept' : lowerIsBetter ? 'lowest' : 'best', named),
      value: <span title={metric}>{formatHeadline(kept ?? recent?.value ?? best.value)}</span>,
      note: [...ofEpoch, ...(on === undefined ? [] : [on])].join(' · '),
    },
    kept !== undefined
      ? {
          name: t(isByEpoch ? 'ofBestEpoch' : 'ofBestStep', named),
          value: formatHeadline(best.value),
          note: [
            isByEpoch ? t('atEpoch', { epoch: step }) : t('atStep', { step }),
            ...(on === undefined ? [] : [on]),
          ].join(' · '),
        }
      : {
          name: t(isRecent ? (isByEpoch ? 'lowestEpoch' : 'lowestStep') : isByEpoch ? 'bestEpoch' : 'bestStep'),
          value: step,
          note: [
            ...(total === null || best.step > (progress?.total ?? 0) ? [] : [t('ofTotal', { total })]),
            ...(isRecent ? [t('bestValue', { value: formatHeadline(best.value) })] : []),
            ...lastNote,
          ].join(' · '),
        },
  ]
}

function useModelFigure({ modelId, modelSize }: Task) {
  const t = useText(overviewText)
  return modelId === null
    ? { name: t('model'), value: t('noModel') }
    : { name: t('modelSize'), value: formatSize(modelSize) }
}

function useEndFigure(task: Task) {
  const t = useText(overviewText)
  const series = useQuery(read(metricEndpoints.listSeries, { params: { taskId: task.id } }))
  const isRunning = task.status === 'running'
  const now = useNow(isRunning)
  if (task.status === 'queuing') {
    return { name: t('waiting'), value: task.queue?.position ?? unknownValue }
  }
  if (!isRunning) {
    const duration = formatDuration(
      task.startedAt === null || task.endedAt === null ? null : Date.parse(task.endedAt) - Date.parse(task.startedAt),
    )
    return {
      name: t('duration'),
      value: duration,
      note: (
        <>
          {t('ended')} <Time time={task.endedAt} />
        </>
      ),
    }
  }
  if (task.external !== null) return { name: t('duration'), value: <TaskDuration task={task} /> }
  const end = expectedEnd(task, series.data?.series ?? none, now)
  const remaining = end === null ? null : Math.max(0, end - now)
  return {
    name: t('timeLeft'),
    value:
      remaining === null
        ? unknownValue
        : formatDuration(remaining > 120_000 ? Math.round(remaining / 60_000) * 60_000 : remaining),
    note:
      remaining === null ? (
        <TaskDuration task={task} />
      ) : remaining < 1_000 ? (
        t('late')
      ) : (
        <>
          {t('expectedEnd')} <Time time={new Date(now + remaining).toISOString()} />
        </>
      ),
  }
}
