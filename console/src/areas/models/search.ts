import type { Model, modelSorts, modelStages as allStages } from '@vermilion/contract/models'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'
import { listView } from '#ui/list/list-view.ts'

const sorts = ['name', 'size', 'figure', 'mAP50', 'mAP50to95', 'createdAt'] as const satisfies typeof modelSorts
export const modelTypes = [
  'cloud-inference-model',
  'board-inference-model',
  'lora-model',
  'stored-model',
] as const satisfies readonly Model['type'][]

export const modelStages = ['draft', 'candidate', 'production', 'archived'] as const satisfies typeof allStages

const word = z.coerce.string().optional().catch(undefined)

/** Each opens a form: `run` and `board` run `model`, `add` adds one, optionally `file` of `task`. `dataset` filters. */
export const modelListSearch = listSearch.extend({
  type: z.enum(modelTypes).optional().catch(undefined),
  stage: z.enum(modelStages).optional().catch(undefined),
  dataset: word,
  least: word,
  sort: sortIn(sorts),
  layout: listView,
  model: word,
  run: z.boolean().optional().catch(undefined),
  add: z.boolean().optional().catch(undefined),
  task: word,
  file: word,
  board: z.boolean().optional().catch(undefined),
})

const modelTabs = ['overview', 'evaluation', 'lineage', 'conversions', 'about'] as const
export type ModelTab = (typeof modelTabs)[number]

/** The address of a model's page. `run` and `board` open the forms to run it, `generate` the form to generate with it. */
export const modelDetailSearch = z.object({
  tab: z.enum(modelTabs).optional().catch(undefined),
  run: z.boolean().optional().catch(undefined),
  board: z.boolean().optional().catch(undefined),
  generate: z.boolean().optional().catch(undefined),
})

/** Model ids separated by commas, the dataset version to compare on, and the label whose images are shown. */
export const modelCompareSearch = z.object({ models: word, dataset: word, version: word, label: word })
export type ModelCompareSearch = z.output<typeof modelCompareSearch>
