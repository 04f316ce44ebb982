import type { Rollout } from '@vermilion/contract/rollouts'
import { useText } from '#lib/i18n.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import styles from './rollouts.module.css'
import { text } from './text.ts'

export function RolloutProgress({ rollout: { name, devices, failures, counts } }: { rollout: Rollout }) {
  const t = useText(text)
  const done =
    (counts.success ?? 0) +
    (counts.failed ?? 0) +
    (counts['rolled-back'] ?? 0) +
    (counts.skipped ?? 0) +
    (counts.aborted ?? 0)
  return (
    <span className={`${styles['bar']} stack gap-4`}>
      <ProgressBar done={done} total={devices} failed={failures} label={`${t('progress')} ${name}`} />
      <small className="text-secondary">
        {t('ofDevices', { done, count: devices })}
        {failures > 0 && ` · ${t('failures', { count: failures })}`}
      </small>
    </span>
  )
}
