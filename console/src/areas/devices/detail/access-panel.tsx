import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import type { HostKey } from '@vermilion/contract/devices/access'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { detailText } from './text.ts'

export function AccessPanel({ device }: { device: Device }) {
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
          ...(notes === '' ? [] : [[t('notes'), <NotesText key="notes" words={notes} />] as const]),
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

function NotesText({ words }: { words: string }) {
  return <span className="white-space-pre-wrap">{words}</span>
}

function JumpDevice({ device: { jumpDeviceId, tunnelled } }: { device: Device }) {
  const t = useText(detailText)
  const jump = useQuery({
    ...read(deviceEndpoints.getDevice, { params: { deviceId: jumpDeviceId ?? '' } }),
    enabled: jumpDeviceId !== null,
  })
  if (jumpDeviceId === null) return t(tunnelled ? 'tunnel' : 'direct')
  return (
    <Link to="/board/list/device/$id" params={{ id: jumpDeviceId }}>
      {jump.data?.name ?? '…'}
    </Link>
  )
}
