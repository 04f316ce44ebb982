import type { Device } from '@vermilion/contract/devices'
import type { DeviceReading } from '@vermilion/contract/devices/readings'
import { formatDuration, formatNumber, formatSize, formatTime, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { DeviceLoads } from '../device-loads.tsx'
import { isPast } from '../device-note.tsx'
import { formatTemperature } from '#ui/meter/figures.ts'
import styles from './detail.module.css'
import { detailText } from './text.ts'

export function LoadPanel({ device }: { device: Device }) {
  const t = useText(detailText)
  const zone = useSystem((system) => system.zone)
  const { reading } = device
  if (reading === null) {
    return (
      <Panel title={t('load')}>
        <p>{t('neverRead')}</p>
        <p className="faint">{t('neverReadWords')}</p>
      </Panel>
    )
  }
  return (
    <Panel
      title={t('load')}
      extra={<span className="faint">{t('readAt', { time: formatTime(reading.at, zone) })}</span>}
    >
      <div className={styles['loads']} data-past={isPast(device) || undefined}>
        <DeviceLoads device={device} />
        <Values reading={reading} t={t} />
      </div>
    </Panel>
  )
}

function Values({ reading, t }: { reading: DeviceReading; t: Translate<typeof detailText.en> }) {
  const language = useSystem((system) => system.lang)
  const rate = (bytes: number | null) =>
    bytes === null ? unknownValue : t('rate', { size: formatSize(Math.round(bytes)) })
  // Seconds are left out from an hour on.
  const uptime = reading.uptimeSeconds - (reading.uptimeSeconds < 3600 ? 0 : reading.uptimeSeconds % 60)
  const values = [
    [t('temperature'), formatTemperature(reading.temperature)],
    [t('loadAverage'), formatNumber(reading.load, language, 2)],
    [t('received'), rate(reading.networkReceived)],
    [t('sent'), rate(reading.networkSent)],
    [t('uptime'), formatDuration(uptime * 1000)],
  ] as const
  return (
    <dl className={`${styles['values']} grid margin-top-16 border-top`}>
      {values.map(([name, value]) => (
        <div key={name}>
          <dt className="faint">{name}</dt>
          <dd className="weight-500 tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
