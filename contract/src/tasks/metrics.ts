import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id } from '../kernel/fields.ts'

export const seriesSources = ['csv', 'json-lines', 'tensorboard', 'mlflow', 'system'] as const
export type SeriesSource = (typeof seriesSources)[number]

/** Horizontal axis: the program's step, wall-clock time, or seconds since the task's first point. */
export const seriesAxes = ['step', 'time', 'relative'] as const
export type SeriesAxis = (typeof seriesAxes)[number]

export const maxSeries = 500
export const maxPoints = 4_000

const point = z.object({
  step: z.number(),
  /** Milliseconds since 1970. */
  time: z.number(),
  value: z.number(),
})

export const seriesInfo = z.object({
  name: z.string(),
  source: z.enum(seriesSources),
  points: count,
  notFinite: count,
  first: point.nullable(),
  last: point.nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
})
export type SeriesInfo = z.output<typeof seriesInfo>

export const taskSeries = z.object({
  series: z.array(seriesInfo),
  unread: bytes,
  problems: z.array(z.object({ path: z.string(), detail: z.string() })),
  parameters: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
})
export type TaskSeries = z.output<typeof taskSeries>

const toldSeries = taskSeries.extend({
  /** True when the program can reach the tracking endpoint from its network. Otherwise it gets no address. */
  reachesTracking: z.boolean(),
})

/** A series, downsampled to minimum and maximum per interval. */
export const seriesPoints = z.object({
  taskId: id,
  name: z.string(),
  x: z.array(z.number()),
  y: z.array(z.number()),
  whole: z.boolean(),
})
export type SeriesPoints = z.output<typeof seriesPoints>

const lines = (most: number) =>
  z
    .string()
    .transform((text) => [...new Set(text.split('\n').filter((line) => line !== ''))])
    .pipe(z.array(z.string().max(500)).min(1).max(most))

export const metricEndpoints = {
  listSeries: endpoint('GET', '/tasks/:taskId/series', {
    summary: {
      en: 'The metrics of a task: from results.csv, JSON lines, TensorBoard event files, the tracking endpoint, and of its machine',
      zh: '任务的指标：来自 results.csv、JSON Lines、TensorBoard 事件文件、跟踪接口以及所在机器',
    },
    answer: toldSeries,
    errors: ['task.not-found'],
  }),
  readSeries: endpoint('GET', '/series', {
    summary: {
      en: 'Points of metrics of one or several tasks, down-sampled to what a chart can show',
      zh: '一个或多个任务的指标数据点，按图表所需降采样',
    },
    query: z.object({
      /** Ids separated by commas. */
      tasks: z
        .string()
        .transform((text) => [...new Set(text.split(','))])
        .pipe(z.array(id).min(1).max(50)),
      /** One name per line. */
      names: lines(maxSeries),
      axis: z.enum(seriesAxes).default('step'),
      /** Span in the axis's unit; the nearest points outside are included. */
      from: z.coerce.number().optional(),
      to: z.coerce.number().optional(),
      /** Points per series; fewer when many series are requested at once. */
      points: z.coerce.number().int().min(2).max(maxPoints).default(1_000),
    }),
    answer: z.object({ series: z.array(seriesPoints) }),
    errors: ['task.not-found'],
  }),
} as const
