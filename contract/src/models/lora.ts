import { z } from 'zod'
import { bytes, count } from '../kernel/fields.ts'
import { loraDialects, loraFamilies, loraKinds } from '../safetensors/lora-family.ts'

export const loraFacts = z.object({
  family: z.enum(loraFamilies),
  /** Type of adaptation and naming scheme of its keys; absent on older models. */
  kind: z.enum(loraKinds).optional(),
  dialect: z.enum(loraDialects).optional(),
  rank: count.nullable(),
  alpha: z.number().nullable(),
  moduleCount: count,
  triggerWords: z.array(z.string()),
  tags: z.array(z.object({ tag: z.string(), count })),
})
export type LoraDescription = z.output<typeof loraFacts>

/** A sample image of a training step; equal numbers share a seed. */
export const loraSample = z.object({ step: count, number: count, checksum: z.string(), size: bytes })
export type LoraSample = z.output<typeof loraSample>

export const maxListedSamples = 4

export const renderedFamily = 'materials'

export const maxMaterialBytes = 64 * 1024 ** 2

export const strongestMaterial = 2

/** Path of a fine-tuning's samples: `samples/step-000050-0.png`. */
const samplePath = /^samples\/step-(\d{1,9})-(\d{1,3})\.png$/

export const samplePromptsPath = 'samples/prompts.json'
export const samplePrompts = z.array(z.string())

export function readSamplePath(path: string): Pick<LoraSample, 'step' | 'number'> | null {
  const match = samplePath.exec(path)
  return match === null ? null : { step: Number(match[1]), number: Number(match[2]) }
}
