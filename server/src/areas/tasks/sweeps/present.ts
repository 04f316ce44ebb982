import { say } from '@vermilion/contract/kernel/text'
import type { Language } from '@vermilion/contract/kernel/text'
import { compareSpreads, spreadOf } from '@vermilion/contract/tasks/sweeps/spread'
import type { Sweep, SweepComparison, SweepGroup, Trial } from '@vermilion/contract/tasks/sweeps/sweeps'
import { readJson } from '#platform/database/columns'
import { importanceOf } from './importance.ts'
import { bestOf, isOpen, spentMsOf, succeededFigures, succeededValues } from './rules.ts'
import type { SweepRow, TrialResult, TrialRow, TrialWithTask } from './store.ts'

export function groupOf(row: SweepRow, trials: readonly TrialResult[]): SweepGroup {
  const { id, name, method, metric, direction, state, count, creator, createdAt } = row
  const best = bestOf(trials, direction)
  const running = trials.filter(isOpen).length
  return {
    id,
    name,
    method,
    metric,
    direction,
    state,
    count,
    ended: trials.length - running,
    running,
    best: best === undefined ? null : { number: best.number, value: best.value ?? 0 },
    spread: method === 'seeds' ? spreadOf(succeededValues(trials)) : null,
    creator,
    createdAt,
  }
}

function trialOf(row: TrialWithTask, { metric }: SweepRow): Trial {
  const { number, taskId, seed, modelId, createdAt, endedAt, outcome } = row
  const headline = row.headline === null ? null : readJson(row.headline)
  // Until it is over, its headline says how far it has come.
  const soFar = isOpen(row) && headline?.metric === metric ? headline : null
  const status = outcome ?? row.status ?? 'failed'
  return {
    number,
    taskId,
    parameters: readJson(row.parameters),
    seed,
    status,
    stop: row.stop === null || status === 'success' || status === 'failed' ? null : readJson(row.stop),
    value: row.value ?? soFar?.best.value ?? null,
    figures: readJson(row.figures),
    curve: soFar?.curve ?? readJson(row.curve),
    modelId,
    createdAt,
    endedAt,
  }
}

export function sweepOf(row: SweepRow, trials: readonly TrialWithTask[], now: number, language: Language): Sweep {
  const { template, spentMs: _, runningSince: since, space, stopRule, problem, ...plain } = row
  const { image, pool, dataName } = readJson(template)
  const judged = trials.flatMap(({ value, parameters, outcome }) =>
    value === null || outcome === null ? [] : [{ value, parameters: readJson(parameters) }],
  )
  return {
    ...plain,
    image,
    pool,
    dataName,
    space: readJson(space),
    stopRule: readJson(stopRule),
    problem: problem === null ? null : say(readJson(problem), language),
    spentSeconds: Math.round(spentMsOf({ ...row, runningSince: since }, now) / 1_000),
    trials: trials.map((trial) => trialOf(trial, row)),
    best: bestOf(trials, row.direction)?.number ?? null,
    importance: importanceOf(readJson(space), judged),
    figures: row.method === 'seeds' ? figuresOf(trials) : [],
  }
}

function figuresOf(trials: readonly TrialRow[]): Sweep['figures'] {
  return [...succeededFigures(trials)].flatMap(([name, values]) => {
    const spread = spreadOf(values)
    return spread === null ? [] : [{ name, spread }]
  })
}

interface Side {
  row: SweepRow
  trials: readonly TrialRow[]
}

export function comparisonOf(first: Side, second: Side): SweepComparison {
  const sideOf = ({ row: { id, name, template } }: Side) => ({ id, name, image: readJson(template).image })
  const [ofFirst, ofSecond] = [succeededFigures(first.trials), succeededFigures(second.trials)]
  const figures = [...new Set([...ofFirst.keys(), ...ofSecond.keys()])].map((name) => {
    const [one, other] = [spreadOf(ofFirst.get(name) ?? []), spreadOf(ofSecond.get(name) ?? [])]
    return { name, first: one, second: other, difference: one && other && compareSpreads(one, other) }
  })
  return { first: sideOf(first), second: sideOf(second), figures }
}
