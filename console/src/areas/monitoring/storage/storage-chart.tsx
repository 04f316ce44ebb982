import { storageCategories } from '@vermilion/contract/monitoring/storage'
import type { StorageReport } from '@vermilion/contract/monitoring/storage'
import { useMemo, useState } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { TimeChart } from '#ui/chart/time/time-chart.tsx'
import type { TimeSeriesChart } from '#ui/chart/time/time-series.ts'
import { storageText } from './text.ts'

const maxLines = 5

export function StorageChart({ report: { history } }: { report: StorageReport }) {
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
