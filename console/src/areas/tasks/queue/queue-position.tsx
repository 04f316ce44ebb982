import type { Task } from '@vermilion/contract/tasks'
import { useText } from '#lib/i18n.ts'
import { Ago, useNow } from '#ui/moment.tsx'
import { text } from '../text.ts'

export function QueuePlace({ task: { queue, statusReason } }: { task: Pick<Task, 'queue' | 'statusReason'> }) {
  const t = useText(text)
  const now = useNow(queue !== null)
  if (queue === null) return statusReason
  return (
    <span title={statusReason}>
      {t('queuePlace', { position: queue.position })}
      {queue.expectedStartAt !== null && (
        <>
          {' · '}
          {Date.parse(queue.expectedStartAt) <= now ? (
            t('expectedSoon')
          ) : (
            <>
              {t('expected')} <Ago time={queue.expectedStartAt} />
            </>
          )}
        </>
      )}
    </span>
  )
}
