import type { BoardMeasurement } from '@vermilion/contract/board-inferences'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Figures } from '#ui/page/page.tsx'
import { boardText } from './text.ts'

export function BoardFigures({ measurement }: { measurement: BoardMeasurement }) {
  const t = useText(boardText)
  const { latency, sustained, memory, temperature, throttling, power } = measurement
  const one = (value: number) => value.toFixed(1)
  return (
    <Figures
      figures={[
        {
          name: t('latency'),
          value: latency === null ? unknownValue : t('milliseconds', { amount: one(latency.total.p50) }),
          note: latency !== null && t('latencyNote', { p95: one(latency.total.p95), p99: one(latency.total.p99) }),
        },
        {
          name: t('framesPerSecond'),
          value: sustained === null ? unknownValue : one(sustained.framesPerSecond),
          note: sustained !== null && t('framesOver', { seconds: sustained.seconds.toFixed(0) }),
        },
        {
          name: t('memory'),
          value: formatSize(memory?.peakBytes),
          note: measurement.runtimeVersion,
        },
        {
          name: t('temperature'),
          value:
            temperature === null
              ? unknownValue
              : t('temperatureRange', { start: one(temperature.start), highest: one(temperature.highest) }),
          note: temperature?.sensor ?? t('noSensor'),
        },
        {
          name: t('throttling'),
          value: throttling === null ? unknownValue : throttling.isThrottled ? t('throttled') : t('notThrottled'),
          note: throttling === null ? t('noSensor') : throttling.detail,
        },
        {
          name: t('power'),
          value: power === null ? unknownValue : t('watts', { mean: one(power.mean), highest: one(power.highest) }),
          note: power?.sensor ?? t('noSensor'),
        },
      ]}
    />
  )
}
