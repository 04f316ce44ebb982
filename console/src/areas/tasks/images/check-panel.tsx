import { type ImageCheck, imageCheckSteps } from '@vermilion/contract/tasks/image-check'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { Time } from '#ui/moment.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { say } from '@vermilion/contract/kernel/text'
import { poolProblems } from '@vermilion/contract/tasks/pool-problems'
import { formatSize } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar, ProgressText } from '#ui/feedback/progress.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { detailText } from './detail-text.ts'
import styles from './images.module.css'

export function CheckPanel({ imageId, check }: { imageId: string; check: ImageCheck | null }) {
  const t = useText(detailText)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const [selected, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isAsking, setIsAsking] = useState(false)
  const fitting = pools.data?.filter(({ capabilities }) => capabilities.images) ?? []
  const pool = selected ?? (fitting.find(({ status }) => status === 'ready') ?? fitting[0])?.id
  const isRunning = check?.status === 'running'
  const start = async (id: string) => {
    setIsAsking(true)
    setProblem(null)
    try {
      await call(imageEndpoints.checkTrainingImage, { params: { imageId }, body: { pool: id } })
      await refresh('/training-images')
    } catch (caught) {
      setProblem(caught)
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <section aria-label={t('check')}>
      <h2 className={`${styles['subtitle']} title`}>{t('check')}</h2>
      <p className="margin-bottom-12 text-secondary">{t('checkWords')}</p>
      {pools.error !== null && <p role="alert">{problemWords(pools.error)}</p>}
      {pools.data !== undefined && fitting.length === 0 ? (
        <p>
          {t('noPool')} <Link to="/compute/pools">{t('toPools')}</Link>
        </p>
      ) : (
        <div className="grid columns-1-auto gap-8 margin-bottom-12">
          <Select
            aria-label={t('pool')}
            value={pool ?? null}
            loading={pools.isPending}
            onChange={setChosen}
            options={(pools.data ?? []).map(({ id, name, capabilities }) =>
              capabilities.images
                ? { value: id, label: name }
                : { value: id, label: t('poolOther', { name }), disabled: true },
            )}
          />
          <Button
            loading={isAsking || isRunning}
            disabled={pool === undefined}
            onClick={() => pool !== undefined && void start(pool)}
          >
            {t(check === null ? 'start' : 'again')}
          </Button>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="margin-top-10 text-error-text">
          {t('checkFailed')} {problemWords(problem)}
        </p>
      )}
      {check !== null && (
        <>
          <p className="margin-bottom-12 text-secondary">
            {t('checkedIn', { pool: check.poolName })} · <Time time={check.endedAt ?? check.startedAt} />
          </p>
          <CheckSteps check={check} />
        </>
      )}
    </section>
  )
}

const tones = { passed: 'good', warned: 'warning', failed: 'bad' } as const

function CheckSteps({ check: { steps, status, progress } }: { check: ImageCheck }) {
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
