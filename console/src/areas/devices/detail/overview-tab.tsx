import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import type { HostKey } from '@vermilion/contract/devices/access'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import styles from './detail.module.css'
import type { DeviceFacts } from '@vermilion/contract/devices/facts'
import { formatSize, unknownValue, formatDuration, formatNumber, formatTime } from '#lib/format.ts'
import { usableDisk, formatTemperature } from '#ui/meter/figures.ts'
import { detailText } from './text.ts'
import type { DeviceReading } from '@vermilion/contract/devices/readings'
import { useSystem } from '#lib/system.ts'
import { DeviceLoads } from '../device-loads.tsx'
import { isPast } from '../device-note.tsx'
import { LoadCourse } from '../history/load-course.tsx'
import { Link } from '@tanstack/react-router'
import { useText, type Translate } from '#lib/i18n.ts'
import { useInstalled } from '#lib/use-installed.ts'
import { Bone, PartialStrip } from '#ui/feedback/states.tsx'
import { Tag, Tags } from '#ui/feedback/status.tsx'
import { Ago, Time } from '#ui/moment.tsx'
import { Panel, Facts } from '#ui/page/page.tsx'
import { DeviceLink } from '#ui/page/thing-links.tsx'
import { softwareText } from './software-text.ts'
import { ModelsPanel } from './models-panel.tsx'

export function OverviewTab({ device }: { device: Device }) {
  return (
    <div className={`${styles['columns']} grid columns-2 gap-0-16 align-start`}>
      <div>
        <LoadPanel device={device} />
        <AccessPanel device={device} />
        <LoadCourse device={device} />
      </div>
      <div>
        <SoftwarePanel device={device} />
        <ModelsPanel device={device} />
        <FactsPanel device={device} />
      </div>
    </div>
  )
}

function SoftwarePanel({ device }: { device: Device }) {
  const t = useText(softwareText)
  const { installations, later } = useInstalled(device)
  const { data, error } = installations
  const software = data?.filter(({ modelId }) => modelId === null)
  if (software?.length === 0 && data?.length !== 0) return null
  const updates = (
    <Link to="/board/list/device/$id" params={{ id: device.id }} search={{ tab: 'updates' }}>
      {t('updates')}
    </Link>
  )
  return (
    <Panel title={t('title')} extra={updates}>
      {error !== null && <PartialStrip problem={error} onRetry={() => void installations.refetch()} />}
      {data === undefined && error === null && <Bone height={22} />}
      {software?.length === 0 && <p className="faint">{t('none')}</p>}
      <ul className={styles['models']} aria-label={t('title')}>
        {software?.map(({ id, name, version, installedAt }) => {
          const latest = later.get(id)
          return (
            <li
              className="grid gap-12 padding-6-0 border-bottom"
              style={{ gridTemplateColumns: 'minmax(0, 1fr) auto auto' }}
              key={id}
            >
              <span>
                {name} {version}
              </span>
              {latest === undefined ? <span /> : <Tag>{t('available', { version: latest.version })}</Tag>}
              <Ago time={installedAt} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function FactsPanel({ device: { facts, reading } }: { device: Device }) {
  const t = useText(detailText)
  if (facts === null) {
    return (
      <Panel title={t('about')}>
        <p className="faint">{t('notProbed')}</p>
      </Panel>
    )
  }
  const { cpu, storage, accelerators, runtimes, updaters } = facts
  const list = (text: readonly string[]) => (text.length === 0 ? t('none') : text.join(', '))
  const accelerator = ({ name, memory }: (typeof accelerators)[number]) =>
    memory === null ? name : `${name} (${formatSize(memory)})`
  return (
    <Panel title={t('about')}>
      <Facts
        facts={[
          ...(facts.model === '' ? [] : ([[t('model'), facts.model]] as const)),
          [t('hostName'), facts.hostName === '' ? unknownValue : facts.hostName],
          [t('system'), facts.system],
          [t('kernel'), facts.kernel],
          [t('architecture'), facts.architecture],
          [t('cpu'), t('cores', { name: cpu.name === '' ? facts.architecture : cpu.name, count: cpu.cores })],
          [t('memory'), formatSize(facts.memory)],
          [t('storage'), describeStorage(storage, reading, t)],
          [t('accelerators'), list(accelerators.map(accelerator))],
          [t('python'), facts.python ?? t('none')],
          [t('containerEngine'), facts.containerEngine ?? t('none')],
          [t('runtimes'), list(runtimes.map(({ name, version }) => `${name} ${version}`.trim()))],
          [t('updaters'), list(updaters)],
          [t('sftp'), t(facts.sftp ? 'yes' : 'no')],
        ]}
      />
    </Panel>
  )
}

/** From this fraction of a disk on, the space reserved by the system is mentioned. */
const minReserved = 0.01

function describeStorage(
  { total, free }: DeviceFacts['storage'],
  reading: Device['reading'],
  t: Translate<typeof detailText.en>,
): string {
  const usable = usableDisk(reading?.diskUsed, reading?.diskFree) ?? total
  const sizes = { total: formatSize(total), free: formatSize(reading?.diskFree ?? free) }
  const reserved = total - usable
  return reserved < total * minReserved
    ? t('storageFree', sizes)
    : t('storageReserved', { ...sizes, reserved: formatSize(reserved) })
}

function AccessPanel({ device }: { device: Device }) {
  const t = useText(detailText)
  const { username, host, port, authentication, hostKey, group, tags, notes } = device
  const address = `${username}@${host.includes(':') ? `[${host}]` : host}:${port}`
  return (
    <Panel title={t('access')}>
      <Facts
        facts={[
          [t('address'), <code key="address">{address}</code>],
          [t('method'), t(authentication)],
          [t('jump'), <JumpDevice key="jump" device={device} />],
          [t('hostKey'), hostKey === null ? t('unconfirmed') : <HostKeyText key="key" hostKey={hostKey} />],
          [t('group'), group === '' ? unknownValue : group],
          [t('tags'), tags.length === 0 ? unknownValue : <Tags key="tags" tags={tags} />],
          [t('creator'), device.creator],
          [t('created'), <Time key="created" time={device.createdAt} />],
          [t('lastSeen'), <Time key="seen" time={device.lastSeenAt} />],
          ...(notes === '' ? [] : [[t('notes'), <NotesText key="notes" text={notes} />] as const]),
        ]}
      />
    </Panel>
  )
}

function HostKeyText({ hostKey: { algorithm, fingerprint } }: { hostKey: HostKey }) {
  return (
    <span className="font-13">
      {algorithm} <code>{fingerprint}</code>
    </span>
  )
}

function NotesText({ text }: { text: string }) {
  return <span className="white-space-pre-wrap">{text}</span>
}

function JumpDevice({ device: { jumpDeviceId, tunnelled } }: { device: Device }) {
  const t = useText(detailText)
  const jump = useQuery({
    ...read(deviceEndpoints.getDevice, { params: { deviceId: jumpDeviceId ?? '' } }),
    enabled: jumpDeviceId !== null,
  })
  if (jumpDeviceId === null) return t(tunnelled ? 'tunnel' : 'direct')
  return <DeviceLink id={jumpDeviceId}>{jump.data?.name ?? '…'}</DeviceLink>
}

function LoadPanel({ device }: { device: Device }) {
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
