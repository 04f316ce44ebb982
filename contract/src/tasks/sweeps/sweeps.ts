import { z } from 'zod'
import { count, id, taskName, time } from '../../kernel/fields.ts'
import { listQuery, pageOf } from '../../kernel/page.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { schemaMessage } from '../../kernel/schema-message.ts'
import { taskCreate, taskParameters, taskSeed } from '../creation.ts'
import { maxTrials, searchSpace } from './space.ts'
import { groupDifference, spread } from './spread.ts'

/** `seeds` repeats one training, with a seed of its own each time. */
export const sweepMethods = ['grid', 'random', 'tpe', 'seeds'] as const
export type SweepMethod = (typeof sweepMethods)[number]

export const sweepStates = ['running', 'completed', 'stopped'] as const
export type SweepState = (typeof sweepStates)[number]

/** Why it is not running: all trials are over, its time is, an account stopped it, its first trials failed, or it has a problem. */
export const sweepEnds = ['count', 'budget', 'account', 'failures', 'problem'] as const
export type SweepEnd = (typeof sweepEnds)[number]

export const directions = ['maximize', 'minimize'] as const
export type Direction = (typeof directions)[number]

const steps = z.number().int().min(1).max(1_000_000)
/** Steps are those of the metric, usually epochs. */
export const stopRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('median'),
    /** No trial is stopped before this step. */
    graceSteps: steps.default(5),
    /** Nor before so many trials have succeeded. */
    minTrials: z.number().int().min(1).max(maxTrials).default(4),
  }),
  z.object({
    kind: z.literal('halving'),
    /** The step of the first rung; each next one is `factor` times as far, and of those that reach it one in `factor` goes on. */
    firstRung: steps.default(5),
    factor: z.number().int().min(2).max(10).default(3),
  }),
])
export type StopRule = z.output<typeof stopRule>

const timeBudget = z.number().int().min(1).max(31_536_000).nullable()
const trialCount = z.number().int().min(1).max(maxTrials)

export const sweepFields = z.object({
  name: taskName.max(46),
  method: z.enum(sweepMethods),
  space: searchSpace,
  /** Number of trials; of a grid all by default. */
  count: trialCount.nullable(),
  concurrency: z.number().int().min(1).max(100),
  stopRule,
  /** In seconds, of trials that run or wait. Trials under way are stopped when it is over. */
  timeBudgetSeconds: timeBudget,
  /** Name of the metric that trials are judged by; null until known: the headline of the first trial that has one. */
  metric: z.string().min(1).max(250).nullable(),
  /** Null until the metric is known: losses are minimized, all else is maximized. */
  direction: z.enum(directions).nullable(),
  /** Decides the values of trials, or is the first seed of repeated ones. */
  seed: taskSeed,
})

export const sweepCreate = sweepFields
  .extend({
    space: searchSpace.default({}),
    count: trialCount.nullable().default(null),
    concurrency: sweepFields.shape.concurrency.default(1),
    stopRule: stopRule.default({ kind: 'none' }),
    timeBudgetSeconds: timeBudget.default(null),
    metric: sweepFields.shape.metric.default(null),
    direction: sweepFields.shape.direction.default(null),
    seed: taskSeed.default(1),
    /** The training that each trial is, with the values of those parameters that are not varied. Its name is not used. */
    task: taskCreate,
  })
  .refine(({ method, space }) => method === 'seeds' || Object.keys(space).length > 0, {
    path: ['space'],
    message: schemaMessage('names at least one parameter', '至少包含一个参数'),
  })
  .refine(({ method, space }) => method !== 'seeds' || Object.keys(space).length === 0, {
    path: ['space'],
    message: schemaMessage('is empty where only the seed varies', '只改变种子时须为空'),
  })
  .refine(({ method, seed, count: most }) => method !== 'seeds' || seed + (most ?? 0) <= 2_147_483_647, {
    path: ['seed'],
    message: schemaMessage('leaves no room for the seeds after it', '过大，没有足够的后续种子'),
  })
export type SweepCreate = z.input<typeof sweepCreate>

export const trialStop = z.object({
  rule: z.enum(['median', 'halving', 'sweep']),
  /** The step at which it was stopped, its value there, and the one it had to reach; null where the whole sweep was stopped. */
  step: z.number().nullable(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
})
export type TrialStop = z.output<typeof trialStop>

export const trialStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const
export type TrialStatus = (typeof trialStatuses)[number]

export const trial = z.object({
  number: count,
  /** Null once the task is deleted. */
  taskId: id.nullable(),
  parameters: taskParameters,
  seed: z.number().int().nullable(),
  status: z.enum(trialStatuses),
  stop: trialStop.nullable(),
  /** What it came to, or has come to so far. */
  value: z.number().nullable(),
  /** The figures of its report. */
  figures: z.record(z.string(), z.number()),
  curve: z.array(z.number()),
  modelId: id.nullable(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type Trial = z.output<typeof trial>

export const sweepSorts = ['name', 'createdAt'] as const

/** A sweep in few words, as lists and the tasks of its trials show it. */
export const sweepGroup = sweepFields.pick({ name: true, method: true, metric: true, direction: true }).extend({
  id,
  state: z.enum(sweepStates),
  /** How many trials it is to have. */
  count,
  ended: count,
  running: count,
  /** Null while no trial has succeeded. */
  best: z.object({ number: count, value: z.number() }).nullable(),
  /** Of the trials that succeeded, where only the seed varies. */
  spread: spread.nullable(),
  creator: z.string(),
  createdAt: time,
})
export type SweepGroup = z.output<typeof sweepGroup>

/** The place of a task in its sweep. */
export const taskSweep = z.object({ number: count, stop: trialStop.nullable(), group: sweepGroup })
export type TaskSweep = z.output<typeof taskSweep>

export const figureSpread = z.object({ name: z.string(), spread })
export type FigureSpread = z.output<typeof figureSpread>

export const sweep = sweepFields.extend({
  id,
  image: z.string(),
  pool: z.string(),
  dataName: z.string(),
  count,
  state: z.enum(sweepStates),
  end: z.enum(sweepEnds).nullable(),
  /** Why no further trial could be created. */
  problem: z.string().nullable(),
  spentSeconds: z.number(),
  trials: z.array(trial),
  /** Number of the best trial that succeeded. */
  best: count.nullable(),
  /**
   * How much of the variance of the values each parameter explains alone, 0 to 1; null while there are too few trials to tell.
   */
  importance: z.array(z.object({ name: z.string(), share: z.number() })).nullable(),
  /** Of each figure over the trials that succeeded, where only the seed varies. */
  figures: z.array(figureSpread),
  creator: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type Sweep = z.output<typeof sweep>

const compared = z.object({ id, name: z.string(), image: z.string() })
export const sweepComparison = z.object({
  first: compared,
  second: compared,
  figures: z.array(
    z.object({
      name: z.string(),
      first: spread.nullable(),
      second: spread.nullable(),
      difference: groupDifference.nullable(),
    }),
  ),
})
export type SweepComparison = z.output<typeof sweepComparison>

export const sweepEndpoints = {
  createSweep: endpoint('POST', '/sweeps', {
    summary: {
      en: 'Start many trainings from one: over values of its parameters, or with several seeds',
      zh: '由一个训练启动多个：搜索参数取值，或用多个随机种子重复',
    },
    body: sweepCreate,
    answer: sweep,
    errors: [
      'sweep.grid-too-large',
      'image.not-found',
      'image.parameters-invalid',
      'image.other-labels',
      'image.other-pool',
      'pool.not-found',
      'pool.too-small',
      'pool.no-accelerator',
      'dataset.not-found',
      'dataset.unlabeled',
      'auto-label.under-way',
      'dataset.empty',
      'version.not-found',
      'version.not-ready',
      'space.not-found',
      'space.path-invalid',
      'space.path-unusable',
      'folder.not-found',
    ],
  }),
  listSweeps: endpoint('GET', '/sweeps', {
    summary: { en: 'Sweeps and repeated trainings, newest first', zh: '参数搜索与重复训练，最新的在前' },
    query: listQuery(sweepSorts).extend({
      method: z.enum(sweepMethods).optional(),
      state: z.enum(sweepStates).optional(),
    }),
    answer: pageOf(sweepGroup),
  }),
  getSweep: endpoint('GET', '/sweeps/:sweepId', {
    summary: { en: 'A sweep with its trials', zh: '一个参数搜索及其全部试验' },
    answer: sweep,
    errors: ['sweep.not-found'],
  }),
  stopSweep: endpoint('POST', '/sweeps/:sweepId/stop', {
    summary: {
      en: 'Stop a sweep: no further trial is created, and those under way are stopped',
      zh: '停止参数搜索：不再创建试验，并停止进行中的试验',
    },
    answer: sweep,
    errors: ['sweep.not-found', 'sweep.not-running'],
  }),
  continueSweep: endpoint('POST', '/sweeps/:sweepId/continue', {
    summary: {
      en: 'Go on with a sweep that has ended, with more trials or more time where these were used up',
      zh: '继续已结束的参数搜索；试验数或时间已用完时需增加',
    },
    body: z.object({ count: trialCount.optional(), timeBudgetSeconds: timeBudget.optional() }),
    answer: sweep,
    errors: ['sweep.not-found', 'sweep.running', 'sweep.nothing-left'],
  }),
  registerTrial: endpoint('POST', '/sweeps/:sweepId/trials/:taskId/model', {
    summary: {
      en: 'Register the model of a trial that succeeded. That of the best one is registered when the sweep ends',
      zh: '登记成功试验的模型。搜索结束时会自动登记最佳试验的模型',
    },
    answer: z.object({}),
    errors: ['sweep.not-found', 'sweep.trial-unfit'],
  }),
  deleteSweep: endpoint('DELETE', '/sweeps/:sweepId', {
    summary: {
      en: 'Delete a sweep that has ended. The tasks of its trials stay, as tasks of their own',
      zh: '删除已结束的参数搜索；其试验的任务保留为独立任务',
    },
    answer: z.object({}),
    errors: ['sweep.not-found', 'sweep.running'],
  }),
  compareSweeps: endpoint('GET', '/sweep-comparisons', {
    summary: {
      en: 'The figures of two repeated trainings, and whether their difference is within the spread of the seeds',
      zh: '两组重复训练的指标，以及差异是否在种子波动范围之内',
    },
    query: z.object({ first: id, second: id }),
    answer: sweepComparison,
    errors: ['sweep.not-found', 'sweep.other-method'],
  }),
} as const
