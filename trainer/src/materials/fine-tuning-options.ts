import { z } from 'zod'
import { parseCommandLine } from '../command-line.ts'
import { extentStep } from './layout.ts'

const integer = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const fineTuningOptions = z.object({
  data: z.string().min(1),
  output: z.string().min(1),
  name: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^/\\:*?"<>|\p{Cc}]+$/u, 'must be a name of a file')
    .refine((name) => !name.startsWith('.'), 'must not begin with a dot')
    .default('lora'),
  /** Trigger words, separated by commas. */
  trigger: z.string().max(500).default(''),
  rank: integer(1, 64).default(8),
  alpha: z.coerce.number().positive().max(256).default(8),
  steps: integer(1, 100_000).default(400),
  resolution: integer(16, 256)
    .refine((extent) => extent % extentStep === 0, `must be a multiple of ${extentStep}`)
    .default(64),
  batch: integer(1, 128).default(16),
  learningRate: z.coerce.number().positive().max(0.1).default(0.002),
  /** Steps between samples, and at most between checkpoints. */
  sampleEvery: integer(1, 100_000).default(50),
  samples: integer(1, 16).default(4),
  seed: integer(0, 2_147_483_647).default(1),
  base: z.literal('materials').default('materials'),
  threads: integer(1, 64).default(2),
})
export type FineTuningOptions = z.output<typeof fineTuningOptions>

export function parseFineTuningOptions(argv: readonly string[]): FineTuningOptions {
  return parseCommandLine(fineTuningOptions, Object.keys(fineTuningOptions.shape), argv)
}
