import type { CollectionRun } from '@vermilion/contract/devices/collections'
import { say } from '@vermilion/contract/kernel/text'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { collectionsText } from './text.ts'

const tones = {
  running: 'active',
  waiting: 'warning',
  success: 'good',
  failed: 'bad',
  stopped: 'neutral',
} as const

export function RunState({ run }: { run: CollectionRun | null }) {
  const t = useText(collectionsText)
  const language = useSystem((system) => system.lang)
  if (run === null) return null
  const { state, error } = run
  return (
    <span title={error === null ? undefined : say(error, language)}>
      <Status tone={tones[state]}>{t(state === 'failed' ? 'stateFailed' : state)}</Status>
    </span>
  )
}

export function RunCounts({ run }: { run: CollectionRun | null }) {
  const t = useText(collectionsText)
  if (run === null) return null
  const { collected, present, failed, bytes, removed } = run
  return (
    <>
      {t('counts', { collected, present, failed, bytes: formatSize(bytes) })}
      {removed > 0 && `, ${t('removed', { count: removed })}`}
    </>
  )
}
