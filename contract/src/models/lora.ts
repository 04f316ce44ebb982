import { z } from 'zod'
import { bytes, count } from '../kernel/fields.ts'
import { loraDialects, loraFamilies, loraKinds } from '../safetensors/lora-family.ts'

/** What a LoRA file says of itself. */
export const loraFacts = z.object({
  /** The kind of base model that it changes. */
  family: z.enum(loraFamilies),
  /** How it changes a layer, and by whose words its keys are written; models of before do not say. */
  kind: z.enum(loraKinds).optional(),
  dialect: z.enum(loraDialects).optional(),
  /** The most usual one, where modules differ; null where the file does not say. */
  rank: count.nullable(),
  alpha: z.number().nullable(),
  /** Layers of the base model that it changes. */
  moduleCount: count,
  triggerWords: z.array(z.string()),
  /** What its pictures were captioned with, most frequent first. */
  tags: z.array(z.object({ tag: z.string(), count })),
})
export type LoraDescription = z.output<typeof loraFacts>

/** A picture that the model made while it was trained; those of a number are of one seed. */
export const loraSample = z.object({ step: count, number: count, checksum: z.string(), size: bytes })
export type LoraSample = z.output<typeof loraSample>

/** Samples of a LoRA that a list of models has. */
export const mostListedSamples = 4

/** The family that the product's own renderer lays as floors. */
export const renderedFamily = 'materials'

/** Bytes of the largest LoRA of that family, which is read as a whole. */
export const largestMaterial = 64 * 1024 ** 2

/** Strengths that the renderer takes. */
export const strongestMaterial = 2

/** Where a fine-tuning leaves its samples: `samples/step-000050-0.png`. */
const samplePath = /^samples\/step-(\d{1,9})-(\d{1,3})\.png$/

/** Where a fine-tuning that paints by prompts leaves those of its samples, by their number. */
export const samplePromptsPath = 'samples/prompts.json'
export const samplePrompts = z.array(z.string())

/** The step and number of a sample by its path in the output folder; null for another file. */
export function readSamplePath(path: string): Pick<LoraSample, 'step' | 'number'> | null {
  const match = samplePath.exec(path)
  return match === null ? null : { step: Number(match[1]), number: Number(match[2]) }
}
