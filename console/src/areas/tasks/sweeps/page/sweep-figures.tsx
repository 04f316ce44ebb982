import type { Sweep } from '@vermilion/contract/tasks/sweeps/sweeps'
import { spreadOf } from '@vermilion/contract/tasks/sweeps/spread'
import { formatDuration, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Figures } from '#ui/page/page.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { formatHeadline } from '../../headline.tsx'
import { formatSpread } from '../format-spread.ts'
import { text } from '../text.ts'
import { TrialModel } from './trial-table.tsx'

interface SweepFiguresProps {
  sweep: Sweep
  objective: string
}

export function SweepFigures({ sweep, objective }: SweepFiguresProps) {
  const t = useText(text)
  const { trials, count, spentSeconds, timeBudgetSeconds } = sweep
  const done = trials.filter(({ endedAt }) => endedAt !== null).length
  const failed = trials.filter(({ status }) => status === 'failed').length
  const stopped = trials.filter(({ stop }) => stop !== null && stop.rule !== 'sweep').length
  const notes = [
    ...(stopped === 0 ? [] : [t('stoppedEarly', { count: stopped })]),
    ...(failed === 0 ? [] : [t('failures', { count: failed })]),
  ]
  const best = trials.find(({ number }) => number === sweep.best)
  return (
    <Figures
      figures={[
        useResult(sweep, objective),
        {
          name: t('trials'),
          value: t('doneOf', { done, count }),
          note: (
            <>
              {sweep.state === 'running' && <ProgressBar done={done} total={count} label={t('trials')} />}
              {notes.join(' · ')}
            </>
          ),
        },
        {
          name: t('time'),
          value: formatDuration(spentSeconds * 1_000),
          note:
            timeBudgetSeconds === null
              ? t('noBudget')
              : t('ofBudget', { budget: formatDuration(timeBudgetSeconds * 1_000) }),
        },
        {
          name: t('model'),
          value: best === undefined ? t('noModel') : <TrialModel sweep={sweep} trial={best} />,
          note: t('modelNote'),
        },
      ]}
    />
  )
}

function useResult({ trials, best, method }: Sweep, objective: string) {
  const t = useText(text)
  if (method === 'seeds') {
    const spread = spreadOf(trials.flatMap(({ status, value }) => (status === 'success' ? (value ?? []) : [])))
    return {
      name: t('spreadOf', { metric: objective }),
      value: spread === null ? unknownValue : formatSpread(spread),
      note: spread === null ? t('noBest') : t('meanOf', { count: spread.count }),
    }
  }
  const trial = trials.find(({ number }) => number === best)
  const name = trial === undefined ? t('noBest') : t('bestTrial', { number: trial.number })
  return {
    name: t('best', { metric: objective }),
    value: trial?.value === undefined || trial.value === null ? unknownValue : formatHeadline(trial.value),
    note: typeof trial?.taskId === 'string' ? <TaskLink id={trial.taskId}>{name}</TaskLink> : name,
  }
}
