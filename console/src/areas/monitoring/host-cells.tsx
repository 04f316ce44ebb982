import type { Host } from '@vermilion/contract/monitoring/hosts'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { TwoLines } from '#ui/table/data-table.tsx'
import styles from './monitoring.module.css'
import { text } from './text.ts'

export function HostName({ host, chosen }: { host: Host; chosen: boolean }) {
  const t = useText(text)
  const kind = t(host.kind)
  return (
    <TwoLines
      first={
        <Link
          className={styles['host']}
          from="/resource"
          to="/resource"
          search={(now) => ({ ...now, host: host.id === 'server' ? undefined : host.id })}
          aria-current={chosen ? 'true' : undefined}
          replace
        >
          {host.name}
        </Link>
      }
      second={
        host.deviceId === null ? (
          kind
        ) : (
          <Link to="/board/list/device/$id" params={{ id: host.deviceId }}>
            {kind}
          </Link>
        )
      }
    />
  )
}

export function HostStatus({ host }: { host: Host }) {
  const t = useText(text)
  return (
    <TwoLines
      first={<Status tone={host.online ? 'good' : 'bad'}>{t(host.online ? 'online' : 'offline')}</Status>}
      second={host.readAt !== null && <Ago time={host.readAt} />}
    />
  )
}
