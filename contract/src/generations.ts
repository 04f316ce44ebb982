import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { count, covers, id, name, time } from './kernel/fields.ts'
import { listQuery, pageOf, pageQuery } from './kernel/page.ts'
import { mask } from './labels/mask.ts'
import { sceneLabels } from './scenes.ts'
import { generationConfig, sceneItem } from './generations/config.ts'
import { keptWorkflow, workflow, workflowVersion } from './generations/engines.ts'

/** R4.06. `calculating`: all images exist and are being scored. The last three are final. */
export const generationStatuses = ['queuing', 'generating', 'calculating', 'success', 'failed', 'stopped'] as const
export type GenerationStatus = (typeof generationStatuses)[number]

/** `kept`: accepted. `aside`: score outside the range. `failed`: no image. */
export const imageStatuses = ['kept', 'aside', 'failed'] as const
export type GeneratedImageStatus = (typeof imageStatuses)[number]

export const generation = z.object({
  id,
  spaceId: id,
  config: generationConfig,
  workflowName: z.string(),
  /** Version of the workflow used for all images; null when the engine's workflow is fixed. */
  workflowVersion: workflowVersion.nullable(),
  status: z.enum(generationStatuses),
  error: z.string().nullable(),
  made: count,
  kept: count,
  aside: count,
  failed: count,
  folder: z.string(),
  startedBy: z.string(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type Generation = z.output<typeof generation>

/** With the current mean score of the images kept; null when none has one. */
const scoredGeneration = generation.extend({ meanScore: z.number().min(0).max(100).nullable() })

/** With the evaluations that scored the kept images, latest first; scores that came with the image have none. */
export const detailedGeneration = scoredGeneration.extend({
  scoredBy: z.array(
    z.object({
      evaluationId: id,
      evaluationName: name,
      models: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
})
export type DetailedGeneration = z.output<typeof detailedGeneration>

export const listedGeneration = scoredGeneration.extend({ covers })
export type ListedGeneration = z.output<typeof listedGeneration>

export const lineage = z.object({
  generationId: id,
  generationName: name,
  workflow: z.string(),
  workflowName: z.string(),
  number: count,
  attempt: count,
  item: sceneItem,
  prompt: z.string(),
  seed: z.number().int(),
  loras: z.array(z.object({ name: z.string(), strength: z.number() })),
  /** SHA-256 of the workflow's content; null when the engine has none. */
  workflowHash: z.string().nullable(),
  workflowKept: z.boolean(),
  models: z.array(z.string()),
  score: z.number().min(0).max(100).nullable(),
  createdAt: time,
})
export type Lineage = z.output<typeof lineage>

export const generatedImage = lineage
  .omit({ generationId: true, generationName: true, workflow: true, workflowName: true })
  .extend({
    id,
    status: z.enum(imageStatuses),
    /** Null without file, or after its deletion. */
    fileId: id.nullable(),
    path: z.string().nullable(),
    /** Current score of the file, including later evaluations. */
    fileScore: z.number().min(0).max(100).nullable(),
    error: z.string().nullable(),
  })
export type GeneratedImage = z.output<typeof generatedImage>

export const imageInProgress = z.object({
  number: count,
  attempt: count,
  /** Steps of the running node, done and total; null when it has none. */
  step: count.nullable(),
  steps: count.nullable(),
  /** Preview so far as a data URL. */
  preview: z.string().nullable(),
})
export type ImageInProgress = z.output<typeof imageInProgress>

/** A page by cursor, or from a 0-based `offset`, or the first page. */
const generatedImageQuery = pageQuery.extend({
  status: z.enum(imageStatuses).optional(),
  offset: z.coerce.number().int().min(0).optional(),
})
export type GeneratedImageQuery = z.output<typeof generatedImageQuery>

export const truthObject = z.object({ label: z.enum(sceneLabels), kind: z.string(), mask })
export type TruthObject = z.output<typeof truthObject>

export const preset = z.object({ id, name, config: generationConfig, createdBy: z.string(), updatedAt: time })
export type Preset = z.output<typeof preset>

export const generationSorts = ['status', 'made', 'createdAt'] as const

const presetDraft = z.object({ name, config: generationConfig })

export const generationEndpoints = {
  listWorkflows: endpoint('GET', '/workflows', {
    summary: {
      en: 'Workflows that images can be generated with, and what each takes',
      zh: '可用于生成图片的工作流及其支持的参数',
    },
    answer: z.array(workflow),
  }),
  getKeptWorkflow: endpoint('GET', '/kept-workflows/:version', {
    summary: {
      en: 'What a workflow took as generations ran with it, also where it was changed or deleted since',
      zh: '生成任务所用版本的工作流支持的参数，此后修改或删除工作流不影响该版本',
    },
    params: z.object({ version: workflowVersion }),
    answer: keptWorkflow,
    errors: ['generation.workflow-missing'],
  }),
  listGenerations: endpoint('GET', '/spaces/:spaceId/generations', {
    summary: {
      en: 'Generations of a data space, newest first unless sorted otherwise',
      zh: '数据空间的生成任务，默认最新的在前',
    },
    query: listQuery(generationSorts).extend({ status: z.enum(generationStatuses).optional() }),
    answer: pageOf(listedGeneration),
    errors: ['space.not-found'],
  }),
  createGeneration: endpoint('POST', '/spaces/:spaceId/generations', {
    summary: { en: 'Generate images into a data space', zh: '在数据空间中生成图片' },
    body: generationConfig,
    answer: generation,
    bodyLimit: 8 * 1024 * 1024,
    errors: [
      'space.not-found',
      'space.in-place',
      'generation.workflow-missing',
      'generation.side',
      'generation.empty-items',
      'generation.incomplete',
      'generation.range',
      'generation.word-unknown',
      'generation.field-unfit',
      'file.not-found',
      'generation.no-depth-maps',
      'generation.style-unreadable',
      'generation.lora-missing',
      'generation.lora-unfit',
      'generation.lora-strength',
      'generation.lora-several',
      'generation.score-model-missing',
      'workflow.no-server',
      'workflow.no-output',
      'workflow.lacks',
      'workflow.servers-down',
    ],
  }),
  getGeneration: endpoint('GET', '/generations/:generationId', {
    summary: { en: 'One generation', zh: '一个生成任务' },
    answer: detailedGeneration,
    errors: ['generation.not-found'],
  }),
  listGeneratedImages: endpoint('GET', '/generations/:generationId/images', {
    summary: { en: 'Images of a generation, in the order of their numbers', zh: '生成任务的图片，按编号排序' },
    query: generatedImageQuery,
    answer: pageOf(generatedImage),
    errors: ['generation.not-found'],
  }),
  listImagesInProgress: endpoint('GET', '/generations/:generationId/in-progress', {
    summary: { en: 'Images that are being made, with their previews', zh: '正在生成的图片及其预览' },
    answer: z.array(imageInProgress),
    errors: ['generation.not-found'],
  }),
  stopGeneration: endpoint('POST', '/generations/:generationId/stop', {
    summary: { en: 'Stop a generation; images that are there stay', zh: '停止生成任务；已生成的图片保留' },
    answer: generation,
    errors: ['generation.not-found', 'generation.ended'],
  }),
  deleteGeneration: endpoint('DELETE', '/generations/:generationId', {
    summary: {
      en: 'Delete a generation that has ended; with images, these go to the trash',
      zh: '删除已结束的生成任务；可同时将其图片移入回收站',
    },
    query: z.object({ images: z.stringbool().default(false) }),
    errors: ['generation.not-found', 'generation.not-ended'],
  }),
  getLineage: endpoint('GET', '/files/:fileId/lineage', {
    summary: { en: 'How a file was generated; null where it was not', zh: '文件的生成来源；非生成文件为 null' },
    answer: lineage.nullable(),
    errors: ['file.not-found'],
  }),
  getFilledWorkflow: endpoint('GET', '/files/:fileId/workflow', {
    summary: {
      en: 'The workflow as it was filled for an image: run again, it makes the same image',
      zh: '为该图片填写后的工作流；再次运行可得到相同图片',
    },
    raw: 'application/json',
    errors: ['file.not-found', 'workflow.not-kept'],
  }),
  listPresets: endpoint('GET', '/generation-presets', {
    summary: { en: 'Configs that were kept, by name', zh: '已保存的生成配置，按名称排序' },
    answer: z.array(preset),
  }),
  createPreset: endpoint('POST', '/generation-presets', {
    summary: { en: 'Keep a config for everybody', zh: '保存生成配置供所有人使用' },
    body: presetDraft,
    answer: preset,
    bodyLimit: 8 * 1024 * 1024,
    errors: ['preset.name-taken'],
  }),
  replacePreset: endpoint('PUT', '/generation-presets/:presetId', {
    summary: { en: 'Change a config that was kept', zh: '修改已保存的生成配置' },
    body: presetDraft,
    answer: preset,
    bodyLimit: 8 * 1024 * 1024,
    errors: ['preset.not-found', 'preset.name-taken'],
  }),
  deletePreset: endpoint('DELETE', '/generation-presets/:presetId', {
    summary: { en: 'Delete a config that was kept', zh: '删除已保存的生成配置' },
    errors: ['preset.not-found'],
  }),
} as const
