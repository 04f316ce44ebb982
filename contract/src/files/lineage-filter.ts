import { z } from 'zod'

const searchText = z.string().max(200).optional()

/** Filters by how an image was generated. Texts match parts, case-insensitive. */
export const lineageFilter = z.object({
  generationId: z.string().max(64).optional(),
  prompt: searchText,
  /** Matches any field of the scene item. */
  sceneItem: searchText,
  workflow: searchText,
  /** Name of an active LoRA. */
  lora: searchText,
  seed: z.coerce.number().int().min(0).optional(),
  /** SHA-256 of the workflow's content in the lineage. */
  workflowHash: z.string().max(64).optional(),
})
export type LineageFilter = z.output<typeof lineageFilter>
