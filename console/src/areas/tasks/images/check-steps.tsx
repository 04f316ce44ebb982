import { type ImageCheck, imageCheckSteps } from '@vermilion/contract/tasks/image-check'
import { say } from '@vermilion/contract/kernel/text'
import { poolProblems } from '@vermilion/contract/tasks/pool-problems'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar, ProgressText } from '#ui/feedback/progress.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { detailText } from './detail-text.ts'

const tones = { passed: 'good', warned: 'warning', failed: 'bad' } as const

export function CheckSteps({ check: { steps, status, progress } }: { check: ImageCheck }) {
  const t = useText(detailText)
  const language = useSystem((system) => system.lang)
  const next = status === 'running' ? imageCheckSteps[steps.length] : undefined
  return (
    <ol aria-live="polite">
      {steps.map(({ step, state, detail, cause = 'other' }) => (
        <li className="margin-bottom-12" key={step}>
          <Status tone={tones[state]}>
            {t(step)} · {t(state)}
          </Status>
          {detail !== '' && (
            <pre
              className="max-height-220 padding-8-10 scroll border radius-8 font-13 break-anywhere white-space-pre-wrap"
              style={{ margin: '6px 0 0' }}
            >
              {detail}
            </pre>
          )}
          {state !== 'passed' && step !== 'output' && (
            <p className="margin-top-6">
              {cause === 'other'
                ? t(step === 'run' && state === 'warned' ? 'runWarned' : `${step}Failed`)
                : say(poolProblems[cause], language)}
            </p>
          )}
        </li>
      ))}
      {next !== undefined && (
        <li className="margin-bottom-12">
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
    <div className="margin-top-6 tabular">
      <ProgressBar done={done} total={total} label={t('fetched')} />
      {unit === 'bytes' ? `${formatSize(done)} / ${formatSize(total)}` : <ProgressText progress={progress} />}
    </div>
  )
}
