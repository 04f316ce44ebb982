import type { Task } from '@vermilion/contract/tasks'
import { isSilent } from '@vermilion/contract/tasks/external/external-runs'
import { useText } from '#lib/i18n.ts'
import { Ago, useNow } from '#ui/moment.tsx'
import { TwoLines } from '#ui/table/data-table.tsx'
import { externalText } from './text.ts'

type Run = NonNullable<Task['external']>

/** One line says which host and user a run elsewhere reports from. */
export function ExternalPlace({ reason, run }: { reason: string; run: Run }) {
  const t = useText(externalText)
  const parts = [
    run.host,
    run.experiment,
    ...(run.parent === null ? [] : [t('nestedIn', { name: run.parent.name })]),
    ...(run.isDeleted ? [t('deleted')] : []),
    ...(reason === '' ? [] : [reason]),
  ]
  return <span title={parts.join(' · ')}>{parts.join(' · ')}</span>
}

/** Silence is told as what it is, never as an end. */
export function LastHeard({ status, run, stacked = false }: { status: Task['status']; run: Run; stacked?: boolean }) {
  const t = useText(externalText)
  const now = useNow(status === 'running')
  const isQuiet = isSilent(status, run, now)
  const [first, second] = [t(isQuiet ? 'silentSince' : 'lastHeard'), <Ago key="heard" time={run.heardAt} />]
  return (
    <span title={isQuiet ? t('silentNote') : undefined}>
      {stacked ? (
        <TwoLines first={first} second={second} />
      ) : (
        <>
          {first} {second}
        </>
      )}
    </span>
  )
}
