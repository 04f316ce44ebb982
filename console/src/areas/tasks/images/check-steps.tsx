import { type ImageCheck, imageCheckSteps } from '@vermilion/contract/tasks/image-check'
import { say } from '@vermilion/contract/kernel/text'
import { poolProblems } from '@vermilion/contract/tasks/pool-problems'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar, ProgressWords } from '#ui/feedback/progress.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { detailText } from './detail-text.ts'
import styles from './images.module.css'

const tones = { passed: 'good', warned: 'warning', failed: 'bad' } as const

/** The steps of a check with output, and advice for a failed one. */
export function CheckSteps({ check: { steps, status, progress } }: { check: ImageCheck }) {
  const t = useText(detailText)
  const language = useSystem((system) => system.lang)
  const next = status === 'running' ? imageCheckSteps[steps.length] : undefined
  return (
    <ol className={styles['steps']} aria-live="polite">
      {steps.map(({ step, state, detail, cause = 'other' }) => (
        <li key={step}>
          <Status tone={tones[state]}>
            {t(step)} · {t(state)}
          </Status>
          {detail !== '' && <pre>{detail}</pre>}
          {state !== 'passed' && step !== 'output' && (
            <p className={styles['advice']}>
              {cause === 'other'
                ? t(step === 'run' && state === 'warned' ? 'runWarned' : `${step}Failed`)
                : say(poolProblems[cause], language)}
            </p>
          )}
        </li>
      ))}
      {next !== undefined && (
        <li>
          <Status tone="active">
            {t(next)} · {t('running')}
          </Status>
          {progress !== null && <FetchProgress progress={progress} />}
        </li>
      )}
    </ol>
  )
}

function FetchProgress({ progress }: { progress: NonNullable<ImageCheck['progress']> }) {
  const t = useText(detailText)
  const { done, total, unit } = progress
  return (
    <div className={styles['fetch']}>
      <ProgressBar done={done} total={total} label={t('fetched')} />
      {unit === 'bytes' ? `${formatSize(done)} / ${formatSize(total)}` : <ProgressWords progress={progress} />}
    </div>
  )
}
