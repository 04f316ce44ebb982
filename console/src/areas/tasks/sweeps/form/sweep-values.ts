import { gridSize, type ParameterSpace, type SearchSpace } from '@vermilion/contract/tasks/sweeps/space'
import type { Direction, StopRule, SweepCreate, SweepMethod } from '@vermilion/contract/tasks/sweeps/sweeps'
import type { TaskCreate } from '@vermilion/contract/tasks/creation'
import type { TrainingImage } from '@vermilion/contract/tasks'

export const maxSweepNameLength = 46

export const orderKinds = ['one', 'sweep', 'seeds'] as const
export type OrderKind = (typeof orderKinds)[number]

export const spaceKinds = ['range', 'logarithmic', 'list'] as const

export interface TypedSpace {
  parameter: string
  kind: (typeof spaceKinds)[number]
  minimum: number | null
  maximum: number | null
  gridPoints: number | null
  /** Separated by commas or spaces. */
  values: string
}

export interface TypedSweep {
  method: Exclude<SweepMethod, 'seeds'>
  space: TypedSpace[]
  count: number | null
  concurrency: number
  stopRule: StopRule['kind']
  graceSteps: number
  minTrials: number
  firstRung: number
  factor: number
  timeBudgetSeconds: number | null
  metric: string
  direction: Direction | 'usual'
  seed: number
}

export const usualSweep: TypedSweep = {
  method: 'tpe',
  space: [],
  count: null,
  concurrency: 1,
  stopRule: 'none',
  graceSteps: 5,
  minTrials: 4,
  firstRung: 5,
  factor: 3,
  timeBudgetSeconds: null,
  metric: '',
  direction: 'usual',
  seed: 1,
}

type Parameters = TrainingImage['parameters']

/** Around the usual value: a factor of ten to either side where the parameter spans that much, or its whole range. */
export function spaceAround(name: string, parameters: Parameters): TypedSpace {
  const { default: usual = 0, minimum = 0, maximum = 1, kind = 'number' } = parameters[name] ?? {}
  const spans = kind === 'number' && usual > 0 && maximum / usual >= 10
  return {
    parameter: name,
    kind: spans ? 'logarithmic' : 'range',
    minimum: spans ? Math.max(minimum, Number((usual / 10).toPrecision(3))) : minimum,
    maximum: spans ? Math.min(maximum, Number((usual * 10).toPrecision(3))) : maximum,
    gridPoints: 3,
    values: String(usual),
  }
}

/** The learning rate matters most almost everywhere. */
export function proposeSpace(parameters: Parameters): TypedSpace[] {
  const names = Object.keys(parameters).filter((name) => name !== 'seed')
  const first = names.find((name) => /lr|learning/i.test(name)) ?? names[0]
  return first === undefined ? [] : [spaceAround(first, parameters)]
}

export function listedValues(text: string): number[] | null {
  const values = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number)
  return values.length > 0 && values.every(Number.isFinite) ? values : null
}

export type SpaceProblem = 'missing' | 'values' | 'limits' | 'order' | 'zero'

export function problemOf(row: TypedSpace, parameters: Parameters): SpaceProblem | null {
  const definition = parameters[row.parameter]
  if (definition === undefined) return 'missing'
  const { minimum, maximum } = definition
  const fits = (value: number) => value >= minimum && value <= maximum
  if (row.kind === 'list') {
    const values = listedValues(row.values)
    return values === null ? 'values' : values.every(fits) ? null : 'limits'
  }
  if (row.minimum === null || row.maximum === null || ![row.minimum, row.maximum].every(fits)) return 'limits'
  if (row.minimum >= row.maximum) return 'order'
  return row.kind === 'logarithmic' && row.minimum <= 0 ? 'zero' : null
}

function oneSpace({ kind, minimum, maximum, gridPoints, values }: TypedSpace): ParameterSpace {
  if (kind === 'list') return { kind, values: listedValues(values) ?? [] }
  return {
    kind: 'range',
    minimum: minimum ?? 0,
    maximum: maximum ?? 0,
    isLogarithmic: kind === 'logarithmic',
    gridPoints: gridPoints ?? 3,
  }
}

export const spaceOf = (rows: readonly TypedSpace[]): SearchSpace =>
  Object.fromEntries(rows.map((row) => [row.parameter, oneSpace(row)]))

export function gridTrials(rows: readonly TypedSpace[], parameters: Parameters): number | null {
  const isValid = rows.length > 0 && rows.every((row) => problemOf(row, parameters) === null)
  return isValid ? gridSize(spaceOf(rows), parameters) : null
}

function ruleOf({ stopRule, graceSteps, minTrials, firstRung, factor }: TypedSweep): StopRule {
  if (stopRule === 'median') return { kind: stopRule, graceSteps, minTrials }
  if (stopRule === 'halving') return { kind: stopRule, firstRung, factor }
  return { kind: 'none' }
}

/** Values of fields that are not on the screen are those of `usualSweep`. */
export function sweepBodyOf(
  kind: Exclude<OrderKind, 'one'>,
  typed: Partial<TypedSweep>,
  task: TaskCreate,
): SweepCreate {
  const sweep = { ...usualSweep, ...typed }
  const { method, space, count, concurrency, timeBudgetSeconds, metric, direction, seed } = sweep
  return {
    name: task.name,
    method: kind === 'seeds' ? 'seeds' : method,
    space: kind === 'seeds' ? {} : spaceOf(space),
    count,
    concurrency,
    stopRule: kind === 'seeds' ? { kind: 'none' } : ruleOf(sweep),
    timeBudgetSeconds,
    metric: metric.trim() === '' ? null : metric.trim(),
    direction: direction === 'usual' ? null : direction,
    seed,
    task,
  }
}
