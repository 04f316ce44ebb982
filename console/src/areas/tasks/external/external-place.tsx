import type { Task } from '@vermilion/contract/tasks'
import { isSilent } from '@vermilion/contract/tasks/external-runs'
import { useText } from '#lib/i18n.ts'
import { Ago, useNow } from '#ui/moment.tsx'
import { externalText } from './text.ts'

type Run = NonNullable<Task['external']>

/** Where a run elsewhere is, in one line. */
export function ExternalPlace({ task, run }: { task: Pick<Task, 'status' | 'statusReason'>; run: Run }) {
  const t = useText(externalText)
  const parts = [
    run.host,
    run.experiment,
    ...(run.parent === null ? [] : [t('nestedIn', { name: run.parent.name })]),
    ...(run.isDeleted ? [t('deleted')] : []),
    ...(task.statusReason === '' ? [] : [task.statusReason]),
  ]
  return (
    <span title={run.client}>
      {parts.join(' · ')}
      {task.status === 'running' && (
        <>
          {' · '}
          <LastHeard status={task.status} run={run} />
        </>
      )}
    </span>
  )
}

/** Silence is told as what it is, never as an end. */
function LastHeard({ status, run }: { status: Task['status']; run: Run }) {
  const t = useText(externalText)
  const now = useNow()
  return (
    <>
      {t(isSilent(status, run, now) ? 'silentSince' : 'lastHeard')} <Ago time={run.heardAt} />
    </>
  )
}
