import { z } from 'zod'
import { bytes, count } from '../kernel/fields.ts'
import { loraDialects, loraFamilies, loraKinds } from '../safetensors/lora-family.ts'

/** Metadata of a LoRA file. */
export const loraFacts = z.object({
  /** The kind of base model that it changes. */
  family: z.enum(loraFamilies),
  /** Type of adaptation and naming scheme of its keys; absent on older models. */
  kind: z.enum(loraKinds).optional(),
  dialect: z.enum(loraDialects).optional(),
  /** The most usual one, where modules differ; null where the file does not say. */
  rank: count.nullable(),
  alpha: z.number().nullable(),
  /** Layers of the base model that it changes. */
  moduleCount: count,
  triggerWords: z.array(z.string()),
  /** Caption tags of its training images, most frequent first. */
  tags: z.array(z.object({ tag: z.string(), count })),
})
export type LoraDescription = z.output<typeof loraFacts>

/** A picture that the model made while it was trained; those of a number are of one seed. */
export const loraSample = z.object({ step: count, number: count, checksum: z.string(), size: bytes })
export type LoraSample = z.output<typeof loraSample>

/** Samples of a LoRA that a list of models has. */
export const maxListedSamples = 4

/** The family that the product's own renderer lays as floors. */
export const renderedFamily = 'materials'

/** Bytes of the largest LoRA of that family, which is read as a whole. */
export const maxMaterialBytes = 64 * 1024 ** 2

/** Strengths that the renderer takes. */
export const strongestMaterial = 2

/** Path of a fine-tuning's samples: `samples/step-000050-0.png`. */
const samplePath = /^samples\/step-(\d{1,9})-(\d{1,3})\.png$/

/** Prompts of the samples by number, written by fine-tunings that use prompts. */
export const samplePromptsPath = 'samples/prompts.json'
export const samplePrompts = z.array(z.string())

/** The step and number of a sample by its path in the output folder; null for another file. */
export function readSamplePath(path: string): Pick<LoraSample, 'step' | 'number'> | null {
  const match = samplePath.exec(path)
  return match === null ? null : { step: Number(match[1]), number: Number(match[2]) }
}
