import { type AuditEntry, auditEndpoints, type AuditGroup } from '@vermilion/contract/accounts/audit'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useQuery } from '@tanstack/react-query'
import type { EndpointInput } from '@vermilion/contract/kernel/endpoint'
import Button from 'antd/es/button'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Time } from '#ui/moment.tsx'
import styles from './audit.module.css'
import { ObjectCell } from './object-cell.tsx'
import { text } from './text.ts'

interface GroupEntriesProps {
  group: AuditGroup
  filters: EndpointInput<typeof auditEndpoints.listAuditEntries>['query']
  onOpen: (entry: AuditEntry) => void
}

export function GroupEntries({ group: { id, count, summary }, filters, onOpen }: GroupEntriesProps) {
  const t = useText(text)
  const language = useSystem(({ lang }) => lang)
  const query = { ...filters, group: id, limit: maximumPageSize }
  const { data, error, refetch } = useQuery(read(auditEndpoints.listAuditEntries, { query }))
  if (error !== null) return <ProblemState problem={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Bone width="60%" style={{ margin: 14 }} />
  return (
    <ol className={`${styles['entries']} ground-quaternary scroll-y`} aria-label={t('unfold', { count })}>
      {data.items.map((entry) => (
        <li
          className="grid align-center min-height-36"
          style={{ gridTemplateColumns: '176px minmax(0, 1fr)', paddingBlock: 4 }}
          key={entry.id}
        >
          <Button type="text" size="small" className={styles['moment'] ?? ''} onClick={() => onOpen(entry)}>
            <span className="visually-hidden">{localize(summary, language)}</span>
            <Time time={entry.createdAt} />
          </Button>
          <ObjectCell entry={entry} />
        </li>
      ))}
      {data.total > data.items.length && (
        <li
          className="block text-tertiary align-center min-height-36"
          style={{ gridTemplateColumns: '176px minmax(0, 1fr)', paddingBlock: 4 }}
        >
          {t('newest', { shown: data.items.length, count: data.total })}
        </li>
      )}
    </ol>
  )
}
