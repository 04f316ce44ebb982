import { z } from 'zod'
import { id } from '../kernel/fields.ts'
import { deviceSelection } from './creation.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const rolloutTarget = z.object({
  deviceId: id,
  deviceName: z.string(),
  isOnline: z.boolean(),
  version: z.string().nullable(),
})
export type RolloutTarget = z.output<typeof rolloutTarget>

export const rolloutPreview = z.object({
  name: z.string(),
  version: z.string(),
  devices: z.array(rolloutTarget),
})
export type RolloutPreview = z.output<typeof rolloutPreview>

export const rolloutPreviewInput = z
  .object({ artifactId: id.optional(), modelId: id.optional(), devices: deviceSelection })
  .refine(({ artifactId, modelId }) => (artifactId === undefined) !== (modelId === undefined), {
    message: schemaMessage('choose an artifact or a model', '请选择制品或模型'),
    path: ['artifactId'],
  })
