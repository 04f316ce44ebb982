import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { id, name } from './kernel/fields.ts'
import { space } from './spaces.ts'

/** `labeled` also asks for a labeled dataset of that name. Rendering goes on as a job, and the space is `generating` until then. */
export const sampleCreate = z.object({
  name,
  count: z.number().int().min(1).max(100_000).default(200),
  width: z.number().int().min(64).max(4_096).multipleOf(16).default(640),
  height: z.number().int().min(64).max(4_096).multipleOf(16).default(480),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  labeled: z.boolean().default(true),
  toLabel: z.number().int().min(0).max(100).default(0),
})
export type SampleCreate = z.input<typeof sampleCreate>

/** The created space and dataset; null when only images were requested. */
export const renderedSpace = space.extend({ datasetId: id.nullable() })
export type RenderedSpace = z.output<typeof renderedSpace>

export const sampleEndpoints = {
  createSample: endpoint('POST', '/samples', {
    summary: {
      en: 'Render a sample of floor scenes into a new data space and, on wish, a labeled dataset',
      zh: '渲染地面场景示例到新的数据空间，并可同时创建已标注的数据集',
    },
    body: sampleCreate,
    answer: renderedSpace,
    errors: ['space.name-taken', 'space.path-taken', 'dataset.name-taken'],
  }),
} as const
