import type { SweepGroup, SweepState, TaskSweep, Trial } from '@vermilion/contract/tasks/sweeps/sweeps'
import { Link } from '@tanstack/react-router'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { formatHeadline } from '../headline.tsx'
import { useMetricNames } from '../metrics/metric-names.ts'
import { formatSpread } from './format-spread.ts'
import { text } from './text.ts'

const tones: Record<SweepState, Tone> = { running: 'active', completed: 'good', stopped: 'warning' }

export function SweepMark({ state }: { state: SweepState }) {
  const t = useText(text)
  return <Status tone={tones[state]}>{t(state)}</Status>
}

/** Says why a trial was stopped before its end, with the figures that decided it. */
export function StopReason({ stop }: { stop: Trial['stop'] }) {
  const t = useText(text)
  if (stop === null) return null
  const { rule, step, value, threshold } = stop
  if (rule === 'sweep' || step === null || value === null || threshold === null) return t('stop-sweep')
  return t(`stop-${rule}`, { step, value: formatHeadline(value), threshold: formatHeadline(threshold) })
}

/** Mean and spread of repeated trainings, the best value of others. */
export function SweepResult({ group }: { group: Pick<SweepGroup, 'metric' | 'spread' | 'best' | 'method'> }) {
  const { nameAlone } = useMetricNames()
  const { metric, spread, best, method } = group
  const value = method === 'seeds' ? spread && formatSpread(spread) : best && formatHeadline(best.value)
  if (value === null || metric === null) return <span className="text-tertiary">{unknownValue}</span>
  return (
    <span className="stack line-height-1_4 tabular" title={metric}>
      <b className="weight-500">{value}</b>
      <small className="hint">{nameAlone(metric)}</small>
    </span>
  )
}

/** The place of a task in its sweep, as the list and the page of the task show it. */
export function SweepPlace({ sweep: { number, group, stop } }: { sweep: TaskSweep }) {
  const t = useText(text)
  const { id, name, method, spread } = group
  return (
    <span className="text-tertiary">
      <Link className="text-inherit" to="/compute/sweeps/$id" params={{ id }}>
        {t(method === 'seeds' ? 'placeSeed' : 'placeTrial', { number, name })}
      </Link>
      {spread !== null && ` · ${formatSpread(spread)}`}
      {stop !== null && stop.rule !== 'sweep' && ` · ${t('stoppedBySweep')}`}
    </span>
  )
}
