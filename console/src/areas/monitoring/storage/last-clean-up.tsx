import { cleanUpEndpoints } from '@vermilion/contract/monitoring/clean-ups'
import { useQuery } from '@tanstack/react-query'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Time } from '#ui/moment.tsx'
import { cleanUpText } from './clean-up-text.ts'

export function LastCleanUp() {
  const t = useText(cleanUpText)
  const last = useQuery(read(cleanUpEndpoints.getLastCleanUp, {}))
  const cleanUp = last.data?.cleanUp ?? null
  if (cleanUp === null) return <span className="note grow" style={{ minWidth: 200 }} />
  const { state, bytes: count, heldBytes, startedBy: person, endedAt, error } = cleanUp
  const bytes = formatSize(count)
  const done = () =>
    heldBytes > 0 ? t('doneHeld', { bytes, held: formatSize(heldBytes), person }) : t('done', { bytes, person })
  const words = {
    queued: () => t('running', { bytes }),
    running: () => t('running', { bytes }),
    done: () => `${t('last')}: ${done()}`,
    failed: () => t('wasFailed', { error: error ?? '' }),
    stopped: () => t('wasStopped', { bytes }),
  }[state]
  return (
    <output className="note grow" style={{ minWidth: 200 }}>
      {words()} {endedAt !== null && <Time time={endedAt} />}
    </output>
  )
}
