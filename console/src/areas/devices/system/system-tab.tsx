import type { Device } from '@vermilion/contract/devices'
import { deviceReadingEndpoints, type deviceDisk, type deviceInterface } from '@vermilion/contract/devices/readings'
import { useQuery } from '@tanstack/react-query'
import { formatDuration, formatTime, formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, PartialStrip, ProblemState, State } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { useDeviceNote } from '../device-note.tsx'
import type { z } from 'zod'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { diskShare } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { ProcessPanel } from './process-panel.tsx'
import styles from './system.module.css'
import { systemText } from './text.ts'

/** Milliseconds between readings while the tab is open. */
const pause = 5_000
/** The clock's tolerated error in seconds. */
const tolerated = 5

export function SystemTab({ device }: { device: Device }) {
  const t = useText(systemText)
  const zone = useSystem((system) => system.zone)
  const note = useDeviceNote()(device)
  const isOnline = device.status === 'online'
  const details = useQuery({
    ...read(deviceReadingEndpoints.deviceDetails, { params: { deviceId: device.id } }),
    enabled: isOnline,
    refetchInterval: isOnline ? pause : false,
  })
  const { data, error } = details
  if (data === undefined) {
    if (!isOnline) return <State title={t('offline')} text={t('offlineWords')} />
    if (error === null) return <SystemBones />
    return <ProblemState problem={error} failure={t('failed')} onRetry={() => void details.refetch()} />
  }
  return (
    <>
      {isOnline && error !== null && <PartialStrip problem={error} onRetry={() => void details.refetch()} />}
      <p className="faint margin-bottom-12">{isOnline ? t('readAt', { time: formatTime(data.at, zone) }) : note}</p>
      <ClockNote seconds={data.clockOffsetSeconds} />
      <div data-past={!isOnline || undefined} className={`${styles['parts']} grid gap-0-16 align-start`}>
        <ProcessPanel details={data} />
        <div>
          <DiskTable disks={data.disks} />
          <InterfaceTable interfaces={data.interfaces} />
        </div>
      </div>
    </>
  )
}

function ClockNote({ seconds }: { seconds: number }) {
  const t = useText(systemText)
  if (Math.abs(seconds) < tolerated) return null
  const span = formatDuration(Math.abs(seconds) * 1000)
  return <p className="margin-bottom-12 text-warning-text">{t(seconds > 0 ? 'clockAhead' : 'clockBehind', { span })}</p>
}

function SystemBones() {
  const t = useText(systemText)
  return (
    <div aria-busy>
      <p className="faint margin-bottom-12">
        <output>{t('reading')}</output>
      </p>
      <div className={`${styles['parts']} grid gap-0-16 align-start`}>
        <Panel title={t('processes')}>
          {Array.from({ length: 8 }, (_, index) => (
            <Bone key={index} height={20} style={{ marginTop: 16 }} />
          ))}
        </Panel>
        <div>
          <Panel title={t('disks')}>
            <Bone height={40} />
          </Panel>
          <Panel title={t('network')}>
            <Bone height={120} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

function DiskTable({ disks }: { disks: readonly z.output<typeof deviceDisk>[] }) {
  const t = useText(systemText)
  return (
    <Panel title={t('disks')}>
      <ul className={`${styles['disks']} stack gap-10`}>
        {disks.map(({ device, mount, type, used, free }) => (
          <li className="grid gap-2" key={`${device} ${mount}`}>
            <span>
              <code className="ellipsis" title={mount}>
                {mount}
              </code>
              <small
                className="ellipsis hint"
                translate="no"
                title={`${device} ${type}`}
              >{`${device} · ${type}`}</small>
            </span>
            <LoadMeter
              name={t('usedAndFree', { used: formatSize(used), free: formatSize(free) })}
              share={diskShare(used, free)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function InterfaceTable({ interfaces }: { interfaces: readonly z.output<typeof deviceInterface>[] }) {
  const t = useText(systemText)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('network')}>
      <div className={styles['network']}>
        <FigureTable
          columns={[t('interface'), t('addresses'), t('received'), t('sent'), t('errors')]}
          rows={interfaces.map(({ name, addresses, received, sent, errors }) => ({
            key: name,
            cells: [
              <code key="name">{name}</code>,
              <span key="addresses" className="stack font-13">
                {addresses.length === 0
                  ? unknownValue
                  : addresses.map((address) => <code key={address}>{address}</code>)}
              </span>,
              formatSize(received),
              formatSize(sent),
              formatNumber(errors, language),
            ],
          }))}
        />
      </div>
    </Panel>
  )
}
