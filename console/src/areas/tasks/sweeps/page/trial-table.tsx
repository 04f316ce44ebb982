import { type Sweep, sweepEndpoints, type Trial } from '@vermilion/contract/tasks/sweeps/sweeps'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { Sparkline } from '#ui/chart/sparkline.tsx'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { State } from '#ui/feedback/states.tsx'
import { ModelLink, TaskLink } from '#ui/page/thing-links.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { formatHeadline } from '../../headline.tsx'
import { useMetricNames } from '../../metrics/metric-names.ts'
import { TaskStatus } from '../../task-status.tsx'
import { formatParameter } from '../format-spread.ts'
import { StopReason } from '../sweep-state.tsx'
import { text } from '../text.ts'
import { figureSort, parameterSort, sortTrials, usualSort } from './trial-order.ts'

interface TrialTableProps {
  sweep: Sweep
  nameOf: (parameter: string) => string
  objective: string
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

export function TrialTable({ sweep, nameOf, objective, sort, onSort }: TrialTableProps) {
  const t = useText(text)
  const order = sort ?? usualSort(sweep)
  const trials = sortTrials(sweep.trials, order)
  const columns = useColumns(sweep, nameOf, objective)
  return (
    <section aria-label={t('trials')}>
      <header className="row gap-12 justify-between margin-bottom-10">
        <h2 className="title">{t('trials')}</h2>
        <CsvButton small name={sweep.name} table={() => tableOf(sweep, trials)} />
      </header>
      <DataTable
        label={t('tableView')}
        columns={columns}
        rows={trials}
        rowKey={({ number }) => String(number)}
        sort={{ value: order, onSort, columns }}
        empty={<State title={t('noTrials')} text={t('noTrialsWords')} />}
      />
    </section>
  )
}

function useColumns(sweep: Sweep, nameOf: (parameter: string) => string, objective: string): Column<Trial>[] {
  const t = useText(text)
  const { nameAlone } = useMetricNames()
  const isRepeated = sweep.method === 'seeds'
  const other = sweep.figures.filter(({ name }) => nameAlone(name) !== objective).map(({ name }) => name)
  return [
    { key: 'number', title: t('trial'), width: 110, sort: 'number', cell: (trial) => <TrialName trial={trial} /> },
    {
      key: 'value',
      title: sweep.metric === null ? t('value') : objective,
      numeric: true,
      width: 120,
      sort: '-value',
      cell: ({ value }) => (value === null ? unknownValue : formatHeadline(value)),
    },
    ...other.map((name) => ({
      key: `figure-${name}`,
      title: nameAlone(name),
      numeric: true,
      sort: figureSort(name),
      cell: ({ figures }: Trial) => (figures[name] === undefined ? unknownValue : formatHeadline(figures[name])),
    })),
    ...Object.keys(sweep.space).map((name) => ({
      key: `parameter-${name}`,
      title: nameOf(name),
      numeric: true,
      sort: parameterSort(name),
      cell: ({ parameters }: Trial) => formatParameter(parameters[name] ?? unknownValue),
    })),
    ...(isRepeated
      ? [
          {
            key: 'seed',
            title: t('seed'),
            numeric: true,
            sort: 'seed',
            cell: ({ seed }: Trial) => seed ?? unknownValue,
          },
        ]
      : []),
    {
      key: 'status',
      title: t('status'),
      sort: 'status',
      cell: ({ status, stop }) => (
        <span className="stack">
          <TaskStatus status={status} />
          {stop !== null && (
            <small className="hint white-space-normal">
              <StopReason stop={stop} />
            </small>
          )}
        </span>
      ),
    },
    { key: 'curve', title: t('curve'), width: 120, wide: true, cell: ({ curve }) => <Sparkline values={curve} /> },
    { key: 'model', title: t('model'), width: 170, cell: (trial) => <TrialModel sweep={sweep} trial={trial} /> },
  ]
}

function TrialName({ trial: { taskId, number } }: { trial: Trial }) {
  const t = useText(text)
  const name = t('bestTrial', { number })
  return taskId === null ? name : <TaskLink id={taskId}>{name}</TaskLink>
}

export function TrialModel({ sweep, trial }: { sweep: Pick<Sweep, 'id'>; trial: Trial }) {
  const t = useText(text)
  const { modelId, taskId, status } = trial
  if (modelId !== null) return <ModelLink id={modelId}>{t('openModel')}</ModelLink>
  if (taskId === null || status !== 'success') return unknownValue
  const register = async () => {
    try {
      await call(sweepEndpoints.registerTrial, { params: { sweepId: sweep.id, taskId } })
      notify.success(t('registered'))
      await refresh('/sweeps', '/models')
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  return (
    <Button size="small" onClick={() => void register()}>
      {t('register')}
    </Button>
  )
}

function tableOf({ space, figures }: Sweep, trials: readonly Trial[]) {
  const parameters = Object.keys(space)
  const names = figures.map(({ name }) => name)
  return [
    ['trial', 'task', 'status', 'stopped by', 'seed', 'value', ...parameters, ...names],
    ...trials.map((trial) => [
      trial.number,
      trial.taskId,
      trial.status,
      trial.stop?.rule ?? null,
      trial.seed,
      trial.value,
      ...parameters.map((name) => Number(trial.parameters[name])),
      ...names.map((name) => trial.figures[name] ?? null),
    ]),
  ]
}
