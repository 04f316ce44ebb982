import { z } from 'zod'

const words = z.string().max(200).optional()

/** What is asked of how an image was generated. Words are a part of what is meant, whatever their case. */
export const lineageFilter = z.object({
  generationId: z.string().max(64).optional(),
  prompt: words,
  /** What the scene item names: scene, floor, dirt, small animal, animal, words. */
  sceneItem: words,
  /** The workflow's name. */
  workflow: words,
  /** The name of a LoRA that was on. */
  lora: words,
  /** That the image was made with. */
  seed: z.coerce.number().int().min(0).optional(),
  /** SHA-256 of the workflow's content, as the lineage has it. */
  workflowHash: z.string().max(64).optional(),
})
export type LineageFilter = z.output<typeof lineageFilter>
