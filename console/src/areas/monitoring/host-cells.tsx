import type { Host } from '@vermilion/contract/monitoring/hosts'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import { TwoLines } from '#ui/table/data-table.tsx'
import { text } from './text.ts'

/** What a host is called, and what it is; a device leads to its own page. */
export function HostName({ host, chosen }: { host: Host; chosen: boolean }) {
  const t = useText(text)
  const name =
    host.deviceId === null ? (
      host.name
    ) : (
      <Link to="/board/list/device/$id" params={{ id: host.deviceId }}>
        {host.name}
      </Link>
    )
  return <TwoLines first={chosen ? <b>{name}</b> : name} second={t(host.kind)} />
}

export function HostStatus({ host }: { host: Host }) {
  const t = useText(text)
  return <Status tone={host.online ? 'good' : 'bad'}>{t(host.online ? 'online' : 'offline')}</Status>
}
