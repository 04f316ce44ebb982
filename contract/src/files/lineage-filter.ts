import { z } from 'zod'

const searchText = z.string().max(200).optional()

export const lineageFilter = z.object({
  generationId: z.string().max(64).optional(),
  prompt: searchText,
  sceneItem: searchText,
  workflow: searchText,
  lora: searchText,
  seed: z.coerce.number().int().min(0).optional(),
  workflowHash: z.string().max(64).optional(),
})
export type LineageFilter = z.output<typeof lineageFilter>
