import type { HealthResult, HealthState } from '@vermilion/contract/monitoring/health'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { Bone, PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Panel } from '#ui/page/page.tsx'
import { CheckRow } from './check-row.tsx'
import styles from './health.module.css'
import { RunProgress } from './run-progress.tsx'
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
    { key: 'run', words: t('run'), run: actions.runQuick },
    { key: 'run-all', words: t('runAll'), run: actions.runAll },
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
