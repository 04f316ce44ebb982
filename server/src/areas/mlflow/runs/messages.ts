import { z } from 'zod'
import { productTags } from '#areas/tasks'

function numberOf(text: string, context: z.RefinementCtx): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (text !== 'NaN' && Number.isNaN(number)) context.addIssue(`'${text.slice(0, 40)}' is no number`)
  return number
}

/** Non-finite numbers come as text. */
const value = z.union([z.number(), z.string().transform(numberOf)])
const long = z.coerce.number()
const name = z.string().min(1).max(250)

const run = z.object({ run_id: z.string().optional(), run_uuid: z.string().optional() })
const metric = z.object({ key: name, value, timestamp: long, step: long.default(0) })
const parameter = z.object({ key: name, value: z.string().max(6_000).default('') })
const tagName = name.refine(
  (key) => !key.startsWith(productTags),
  `names that begin with ${productTags} are the server's own`,
)
export const pair = z.object({ key: name, value: z.string().max(8_000).default('') })
const tag = pair.extend({ key: tagName })

const experiment = z.object({ experiment_id: z.string() })
const searched = {
  max_results: z.coerce.number().int().min(1).max(50_000).default(1_000),
  order_by: z.preprocess(
    (order) => (typeof order === 'string' ? [order] : order),
    z.array(z.string().max(1_000)).max(100).default([]),
  ),
  page_token: z.string().default(''),
}

export const messages = {
  getExperimentByName: z.object({ experiment_name: z.string().min(1) }),
  experiment,
  createExperiment: z.object({ name: z.string().min(1).max(500), tags: z.array(tag).max(100).default([]) }),
  renameExperiment: experiment.extend({ new_name: z.string().min(1).max(500) }),
  experimentTag: tag.extend(experiment.shape),
  experimentKey: experiment.extend({ key: tagName }),
  createRun: z.object({
    experiment_id: z.string().default('0'),
    run_name: z.string().max(250).optional(),
    user_id: z.string().max(250).optional(),
    start_time: long.optional(),
    tags: z.array(tag).max(100).default([]),
  }),
  getRun: run,
  updateRun: run.extend({
    status: z.coerce.string().max(20).optional(),
    run_name: z.string().max(250).optional(),
    end_time: long.optional(),
  }),
  logMetric: run.extend(metric.shape),
  logParameter: run.extend(parameter.shape),
  setTag: run.extend(tag.shape),
  deleteTag: run.extend({ key: tagName }),
  logBatch: run.extend({
    metrics: z.array(metric).max(1_000).default([]),
    params: z.array(parameter).max(100).default([]),
    tags: z.array(tag).max(100).default([]),
  }),
  logModel: run.extend({ model_json: z.string().max(100_000) }),
  logInputs: run,
  searchRuns: z.object({
    experiment_ids: z.array(z.string()).max(1_000).default([]),
    filter: z.string().max(10_000).default(''),
    run_view_type: z.string().max(20).default('ACTIVE_ONLY'),
    ...searched,
  }),
  searchExperiments: z.object({
    filter: z.string().max(10_000).default(''),
    view_type: z.string().max(20).default('ACTIVE_ONLY'),
    ...searched,
  }),
  metricHistory: run.extend({
    metric_key: name,
    max_results: z.coerce.number().int().min(1).max(25_000).default(25_000),
    page_token: z.string().default(''),
  }),
  listArtifacts: run.extend({ path: z.string().default('') }),
} as const

const views: Readonly<Record<string, (isDeleted: boolean) => boolean>> = {
  ACTIVE_ONLY: (isDeleted) => !isDeleted,
  DELETED_ONLY: (isDeleted) => isDeleted,
  ALL: () => true,
}
export const isShownIn = (view: string) => views[view] ?? views['ACTIVE_ONLY']!

export type Metric = z.output<typeof metric>
