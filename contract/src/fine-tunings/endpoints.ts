import { z } from 'zod'
import { fineTuningCheck, inspectedData } from './data-check.ts'
import { loraName, starterMaterials, usualBase } from './starter.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { covers } from '../kernel/fields.ts'
import { listQuery, pageOf } from '../kernel/page.ts'
import { inferenceSource } from '../models/inference-source.ts'
import { loraSample, maxListedSamples } from '../models/lora.ts'
import { taskCreateFields, taskParameters } from '../tasks/creation.ts'
import { task, taskSorts, taskStatuses } from '../tasks.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const fineTuning = task.extend({
  loraName: z.string(),
  triggerWords: z.string(),
  base: z.string(),
  samples: z.array(loraSample.pick({ step: true, number: true }).extend({ path: z.string() })).max(maxListedSamples),
  covers,
})
export type FineTuning = z.output<typeof fineTuning>

const isOneLine = (text: string) => !/\p{Cc}/u.test(text)

/** Trigger words, separated by commas. */
const triggerWords = z.string().trim().max(200).refine(isOneLine, schemaMessage('has no line breaks', '不能包含换行'))

export const fineTuningCreate = taskCreateFields
  .pick({ name: true, pool: true, priority: true, resources: true, restarts: true, timeLimitSeconds: true, seed: true })
  .extend({
    image: taskCreateFields.shape.image.default(starterMaterials),
    source: inferenceSource,
    base: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .refine(isOneLine, schemaMessage('has no line breaks', '不能包含换行'))
      .default(usualBase),
    loraName,
    triggerWords: triggerWords.default(''),
    parameters: taskParameters.default({}),
    captionsFromLabels: z.boolean().default(true),
  })
export type FineTuningCreate = z.input<typeof fineTuningCreate>

export const fineTuningEndpoints = {
  listFineTunings: endpoint('GET', '/fine-tunings', {
    summary: { en: 'Fine-tuning tasks, newest first unless sorted otherwise', zh: '微调任务，默认最新的在前' },
    query: listQuery(taskSorts).extend({
      status: z.enum(taskStatuses).optional(),
      creator: z.string().max(100).optional(),
    }),
    answer: pageOf(fineTuning),
  }),
  checkFineTuning: endpoint('POST', '/fine-tuning-checks', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'What is missing for a fine-tuning before it is started',
      zh: '启动微调前检查缺少的内容',
    },
    body: fineTuningCheck,
    answer: inspectedData,
    errors: ['dataset.not-found', 'version.not-found', 'version.not-ready', 'space.not-found', 'folder.not-found'],
  }),
  createFineTuning: endpoint('POST', '/fine-tunings', {
    summary: { en: 'Fine-tune a generation model into a LoRA', zh: '将生成模型微调为 LoRA' },
    body: fineTuningCreate,
    answer: fineTuning,
    errors: [
      'fine-tuning.no-pictures',
      'fine-tuning.too-many-pictures',
      'fine-tuning.base-unfit',
      'fine-tuning.base-missing',
      'fine-tuning.image-unfit',
      'fine-tuning.name-taken',
      'dataset.not-found',
      'dataset.empty',
      'version.not-found',
      'version.not-ready',
      'space.not-found',
      'folder.not-found',
      'image.not-found',
      'image.parameters-invalid',
      'image.other-pool',
      'pool.not-found',
      'pool.too-small',
      'pool.no-accelerator',
    ],
  }),
} as const
