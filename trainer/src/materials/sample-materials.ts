import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { floorKinds } from '@vermilion/contract/scenes'
import { z } from 'zod'
import { parseCommandLine } from '../command-line.ts'
import { writeAtomically } from '../files.ts'
import type { Surroundings } from '../surroundings.ts'
import { readBaseWeights } from './base-weights.ts'
import { extentStep, materialsShape as shape } from './layout.ts'
import { applyLora } from './lora.ts'
import { readLora } from './lora-file.ts'
import { createSampler, encodeTile } from './sampler.ts'

const integer = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const samplingOptions = z.object({
  output: z.string().min(1),
  lora: z.string().min(1).optional(),
  /** Scale of the LoRA; 0 disables it. */
  strength: z.coerce.number().min(0).max(2).default(1),
  count: integer(1, 1_000).default(8),
  seed: integer(0, 4_294_967_295).default(1),
  size: integer(32, 1_024)
    .refine((size) => size % extentStep === 0, `must be a multiple of ${extentStep}`)
    .default(128),
  /** Floor of the base; unconditional when absent. */
  floor: z.enum(floorKinds).optional(),
  threads: integer(1, 64).default(2),
})

/** Writes seamless tiles `material-000.png` and so on, deterministic to the byte. Returns whether it finished. */
export async function sampleMaterials(argv: readonly string[], { log, signal }: Surroundings): Promise<boolean> {
  const options = parseCommandLine(samplingOptions, Object.keys(samplingOptions.shape), argv)
  const { output, lora, strength, count, seed, size, floor = null, threads } = options
  const modules = lora === undefined ? [] : readLora(lora, shape)
  const flat = applyLora(shape, readBaseWeights(), modules, strength)
  mkdirSync(output, { recursive: true })
  const sampler = await createSampler({ shape, flat, size, condition: { floor, light: null }, threads })
  try {
    for (let number = 0; number < count; number++) {
      if (signal.aborted) return false
      const file = join(output, `material-${String(number).padStart(3, '0')}.png`)
      writeAtomically(file, await encodeTile(await sampler.sample(seed, number), size))
      log(`${number + 1} of ${count} tiles`)
    }
  } finally {
    await sampler.release()
  }
  return true
}
