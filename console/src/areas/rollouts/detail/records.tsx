import { type Rollout, rolloutEndpoints, type RolloutRecord, type RolloutStatus } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { Time } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { rolloutTones } from '../statuses.tsx'
import { text } from '../text.ts'

const words = {
  created: 'recordCreated',
  started: 'recordStarted',
  paused: 'recordPaused',
  resumed: 'recordResumed',
  aborted: 'recordAborted',
  'rolled-back': 'recordRolledBack',
  retried: 'recordRetried',
  ended: 'recordEnded',
} as const satisfies Record<RolloutRecord['action'], keyof typeof text.en>

export function Records({ rollout }: { rollout: Rollout }) {
  const t = useText(text)
  const records = useQuery(read(rolloutEndpoints.listRolloutRecords, { params: { rolloutId: rollout.id } }))
  return (
    <DataTable
      label={t('records')}
      columns={useColumns()}
      rows={records.data}
      rowKey={({ at, action }) => `${at} ${action}`}
      problem={records.error}
      onRetry={() => void records.refetch()}
      empty={<State title={t('logEmpty')} />}
    />
  )
}

/** The record of an end names the final status. */
const isEnd = (record: RolloutRecord): record is RolloutRecord & { detail: RolloutStatus } =>
  record.action === 'ended' && record.detail in rolloutTones

function useColumns(): Column<RolloutRecord>[] {
  const t = useText(text)
  return [
    { key: 'action', title: t('recordAction'), width: 160, cell: ({ action }) => t(words[action]) },
    { key: 'detail', title: t('recordDetail'), cell: (record) => (isEnd(record) ? t(record.detail) : record.detail) },
    { key: 'account', title: t('recordAccount'), width: 160, cell: ({ account }) => account ?? t('itself') },
    { key: 'at', title: t('recordTime'), width: 190, cell: ({ at }) => <Time time={at} /> },
  ]
}
