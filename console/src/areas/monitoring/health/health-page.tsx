import type { HealthResult, HealthState, HealthRun } from '@vermilion/contract/monitoring/health'
import Button from 'antd/es/button'
import { useText, localize } from '#lib/i18n.ts'
import { Bone, PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Panel } from '#ui/page/page.tsx'
import { CheckRow } from './check-row.tsx'
import styles from './health.module.css'
import { LeadsPanel } from './leads-panel.tsx'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { healthText } from './text.ts'
import { useHealth } from './use-health.ts'

const groups: readonly { key: 'groupProblem' | 'groupUnclear' | 'groupNotRun' | 'groupOk'; states: HealthState[] }[] = [
  { key: 'groupProblem', states: ['problem'] },
  { key: 'groupUnclear', states: ['unknown', 'not-set-up'] },
  { key: 'groupNotRun', states: ['not-run'] },
  { key: 'groupOk', states: ['ok'] },
]

export function HealthPage() {
  const t = useText(healthText)
  const { query, actions } = useHealth()
  usePageActions([
    { key: 'run', text: t('run'), run: actions.runQuick },
    { key: 'run-all', text: t('runAll'), run: actions.runAll },
  ])
  const { data, error } = query
  const retry = () => void query.refetch()
  if (data === undefined)
    return error === null ? (
      <Bone height={420} />
    ) : (
      <ProblemState problem={error} failure={t('failed')} onRetry={retry} />
    )
  return (
    <>
      <div className="wrapping-row gap-8-12">
        <Summary results={data.results} />
        <Button disabled={actions.isBusy} onClick={actions.runAll}>
          {t('runAll')}
        </Button>
        <Button type="primary" loading={actions.isBusy} onClick={actions.runQuick}>
          {t('run')}
        </Button>
      </div>
      <p className={`${styles['words']} note`}>{t('words')}</p>
      {error !== null && <PartialStrip problem={error} onRetry={retry} />}
      {data.run !== null && <RunProgress run={data.run} />}
      <LeadsPanel />
      {groups.map(({ key, states }) => {
        const results = data.results.filter(({ state }) => states.includes(state))
        if (results.length === 0) return null
        return (
          <Panel key={key} title={t(key)}>
            <ul>
              {results.map((result) => (
                <CheckRow key={result.id} result={result} actions={actions} />
              ))}
            </ul>
          </Panel>
        )
      })}
    </>
  )
}

function Summary({ results }: { results: readonly HealthResult[] }) {
  const t = useText(healthText)
  const count = results.filter(({ state }) => state === 'problem').length
  const isComplete = results.every(({ state }) => state !== 'not-run')
  return (
    <output className="title grow narrow-basis-full" style={{ minWidth: 200 }}>
      {count > 0 ? (
        <Status tone="bad">{t('problems', { count })}</Status>
      ) : (
        <Status tone={isComplete ? 'good' : 'neutral'}>{t(isComplete ? 'well' : 'wellSoFar')}</Status>
      )}
    </output>
  )
}

function RunProgress({ run }: { run: HealthRun }) {
  const t = useText(healthText)
  const language = useSystem((system) => system.lang)
  const { state, repair, checks, current, startedBy: person, error } = run
  const count = { done: formatNumber(run.done, language), total: formatNumber(checks.length, language) }
  if (state === 'failed')
    return (
      <p className="margin-0-0-16 text-error-text" role="alert">
        {t('runBroke', { error: error ?? '' })}
      </p>
    )
  if (state === 'stopped') return <p className="margin-0-0-16 text-error-text">{t('runStopped', count)}</p>
  if (state === 'done') return null
  const doing =
    current === null
      ? t('waiting')
      : t(repair ? 'repairing' : 'checking', { check: localize(healthCheckOffer(current.id).title, language) })
  const isCounting = current !== null && current.unit === 'files' && current.done > 0
  return (
    <div className="grid gap-6 margin-bottom-16">
      <ProgressBar done={run.done} total={checks.length} label={doing} />
      <p className="note flex wrap gap-2-14 tabular">
        <span>{doing}</span>
        {isCounting && <span>{t('files', { count: current.done })}</span>}
        <span>{t('progress', count)}</span>
        <span>{person === null ? t('startedItself') : t('startedBy', { person })}</span>
      </p>
    </div>
  )
}
