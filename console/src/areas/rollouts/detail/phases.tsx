import type { Rollout } from '@vermilion/contract/rollouts'
import { useText } from '#lib/i18n.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Ago } from '#ui/moment.tsx'
import styles from '../rollouts.module.css'
import { text } from '../text.ts'

export function Phases({ rollout: { phases, phase: current, status, waitsUntil } }: { rollout: Rollout }) {
  const t = useText(text)
  const isUnderWay = status === 'running' || status === 'paused'
  const offset = phases[0]?.isCanary === true ? 0 : 1
  return (
    <ol className={`${styles['phases']} grid gap-12 margin-bottom-20`}>
      {phases.map(({ isCanary, devices, ended, failed, doneAt }, index) => {
        const name = isCanary ? t('canary') : t('phase', { number: index + offset })
        return (
          <li
            className="stack gap-6 padding-12-14 border radius-8 ground-panel"
            key={index}
            aria-current={isUnderWay && index === current && doneAt === null ? 'step' : undefined}
          >
            <strong>{name}</strong>
            <ProgressBar done={ended} total={devices} failed={failed} label={`${t('progress')} ${name}`} />
            <small className="text-secondary">
              {t('ofDevices', { done: ended, count: devices })}
              {failed > 0 && ` · ${t('failures', { count: failed })}`}
            </small>
            {index === current && waitsUntil !== null && (
              <small className="text-secondary">
                <Ago time={waitsUntil} />
              </small>
            )}
          </li>
        )
      })}
    </ol>
  )
}
