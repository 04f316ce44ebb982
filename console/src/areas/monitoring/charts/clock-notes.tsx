import type { HostHistory } from '@vermilion/contract/monitoring/hosts'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import styles from './host-charts.module.css'
import { chartText } from './text.ts'

/** Notes that the clock was set within the span, which breaks the lines; a clock set back has two readings at one time. */
export function ClockNotes({ jumps }: Pick<HostHistory, 'jumps'>) {
  const t = useText(chartText)
  const zone = useSystem((system) => system.zone)
  return jumps.map(({ at, seconds }) => {
    const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60))
    const label = { time: formatTime(at, zone), minutes }
    return (
      <p key={at} className={`${styles['clock']} text-warning-text font-13`}>
        {t(seconds < 0 ? 'clockBack' : 'clockForward', label)}
      </p>
    )
  })
}
