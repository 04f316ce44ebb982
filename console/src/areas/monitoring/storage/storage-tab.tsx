import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import { storageCategories, storageEndpoints, type StorageReport } from '@vermilion/contract/monitoring/storage'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useState, useMemo } from 'react'
import { call } from '#lib/api.ts'
import { formatSize, formatTime, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, PartialStrip, ProblemState, State } from '#ui/feedback/states.tsx'
import { Time } from '#ui/moment.tsx'
import { Figures } from '#ui/page/page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import pageStyles from '../monitoring.module.css'
import { CategoryPanel } from './category-panel.tsx'
import { HeldCleanUps } from './held-clean-ups.tsx'
import { cleanUpEndpoints } from '@vermilion/contract/monitoring/clean-ups'
import { cleanUpText } from './clean-up-text.ts'
import { TimeChart } from '#ui/chart/lines/time-chart.tsx'
import type { TimeSeriesChart } from '#ui/chart/lines/time-series.ts'
import { EnvironmentsPanel } from './environments-panel.tsx'
import { storageText } from './text.ts'
import { CleanUpDrawer } from './clean-up-drawer.tsx'

export function StorageTab() {
  const t = useText(storageText)
  const storage = useQuery(read(storageEndpoints.getStorage, {}))
  const [isCleaning, setCleaning] = useState(false)
  const measure = () =>
    void call(storageEndpoints.measureStorage, {}).then(
      () => refresh('/storage'),
      (problem: unknown) => notify.error(`${t('measureFailed')}: ${problemWords(problem)}`),
    )
  usePageActions([
    { key: 'clean-up', text: t('cleanUp'), run: () => setCleaning(true) },
    { key: 'measure', text: t('measure'), run: measure },
  ])
  const { data, error } = storage
  const retry = () => void storage.refetch()
  if (data === undefined)
    return error === null ? (
      <Bone height={420} style={{ marginTop: 16 }} />
    ) : (
      <ProblemState problem={error} failure={t('failed')} onRetry={retry} />
    )
  const { report, measuring } = data
  return (
    <div className={pageStyles['sheet']}>
      <div className="wrapping-row gap-8-12 justify-end" style={{ margin: '16px 0' }}>
        <LastCleanUp />
        <span className="faint">
          {report.measuredAt === null ? (
            t('notMeasured')
          ) : (
            <>
              {t('measuredAt')} <Time time={report.measuredAt} />
            </>
          )}
        </span>
        <Button onClick={measure} loading={measuring}>
          {t(measuring ? 'measuring' : 'measure')}
        </Button>
        <Button type="primary" icon={<ClearOutlined aria-hidden />} onClick={() => setCleaning(true)}>
          {t('cleanUp')}
        </Button>
      </div>
      <HeldCleanUps />
      {error !== null && <PartialStrip problem={error} onRetry={retry} />}
      {report.measuredAt === null && report.rows.length === 0 ? (
        <State title={t('never')} text={t('neverWords')} />
      ) : (
        <>
          <StorageFigures report={report} />
          <div className={`${pageStyles['panel']} margin-top-14`}>
            <CategoryPanel report={report} />
            <StorageChart report={report} />
          </div>
        </>
      )}
      <EnvironmentsPanel />
      {isCleaning && <CleanUpDrawer onClose={() => setCleaning(false)} />}
    </div>
  )
}

function StorageFigures({ report }: { report: StorageReport }) {
  const t = useText(storageText)
  const zone = useSystem((system) => system.zone)
  const { measuredAt, bytes, disk, growth, fullAt } = report
  const sign = growth !== null && growth < 0 ? '−' : ''
  const full = growth === null ? unknownValue : t('fullNever')
  return (
    <Figures
      figures={[
        { name: t('dataFolder'), value: measuredAt === null ? unknownValue : formatSize(bytes) },
        {
          name: t('free'),
          value: formatSize(disk?.free),
          ...(disk === null ? {} : { note: t('usedOnDisk', { used: formatSize(disk.used) }) }),
        },
        {
          name: t('growth'),
          value: growth === null ? unknownValue : t('perDay', { bytes: sign + formatSize(Math.abs(growth)) }),
          ...(growth === null ? { note: t('unknown') } : {}),
        },
        {
          name: t('fullAt'),
          value: fullAt === null ? full : formatTime(fullAt, zone).slice(0, 10),
          ...(growth === null ? { note: t('unknown') } : {}),
        },
      ]}
    />
  )
}

function LastCleanUp() {
  const t = useText(cleanUpText)
  const last = useQuery(read(cleanUpEndpoints.getLastCleanUp, {}))
  const cleanUp = last.data?.cleanUp ?? null
  if (cleanUp === null) return <span className="note grow" style={{ minWidth: 200 }} />
  const { state, bytes: count, heldBytes, startedBy: person, endedAt, error } = cleanUp
  const bytes = formatSize(count)
  const done = () =>
    heldBytes > 0 ? t('doneHeld', { bytes, held: formatSize(heldBytes), person }) : t('done', { bytes, person })
  const label = {
    queued: () => t('running', { bytes }),
    running: () => t('running', { bytes }),
    done: () => `${t('last')}: ${done()}`,
    failed: () => t('wasFailed', { error: error ?? '' }),
    stopped: () => t('wasStopped', { bytes }),
  }[state]
  return (
    <output className="note grow" style={{ minWidth: 200 }}>
      {label()} {endedAt !== null && <Time time={endedAt} />}
    </output>
  )
}

const maxLines = 5

function StorageChart({ report: { history } }: { report: StorageReport }) {
  const t = useText(storageText)
  const [position, setPosition] = useState<number | null>(null)
  const times = useMemo(() => history.map(({ at }) => Date.parse(at)), [history])
  const chart = useMemo((): TimeSeriesChart => {
    const last = history.at(-1)?.bytes ?? {}
    const largest = storageCategories
      .filter((category) => (last[category] ?? 0) > 0)
      .toSorted((a, b) => (last[b] ?? 0) - (last[a] ?? 0))
      .slice(0, maxLines)
    const total = history.map(({ bytes }) => Object.values(bytes).reduce((sum, one) => sum + (one ?? 0), 0))
    return {
      key: 'storage',
      title: t('overTime'),
      top: null,
      format: formatSize,
      binary: true,
      lines: [
        { key: 'total', name: t('dataFolder'), means: total },
        ...largest.map((category) => ({
          key: category,
          name: t(category),
          means: history.map(({ bytes }) => bytes[category] ?? 0),
        })),
      ],
    }
  }, [history, t])
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  return (
    <TimeChart
      name={t('overTime')}
      chart={chart}
      reading={{ from: first, to: last, times, position, onPosition: setPosition }}
    />
  )
}
