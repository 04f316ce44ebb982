import { z } from 'zod'
import { parseCommandLine } from '../command-line.ts'
import { sizeStep } from '../network/trunk.ts'

const integer = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Training options; on the command line `--input-size 128` is `inputSize`. */
export const trainingOptions = z.object({
  /** Kind of labels: boxes, image-level classes, or the class of each pixel. */
  task: z.enum(['detection', 'classification', 'segmentation']).default('detection'),
  data: z.string().min(1),
  output: z.string().min(1),
  epochs: integer(1, 10_000).default(60),
  inputSize: integer(32, 1_280)
    .refine((size) => size % sizeStep === 0, `must be a multiple of ${sizeStep}`)
    .default(128),
  seed: integer(0, 2_147_483_647).default(1),
  width: integer(4, 128).default(16),
  batch: integer(1, 256).default(16),
  learningRate: z.coerce.number().positive().max(1).default(0.002),
  /** Epochs without improvement after which the training ends. */
  patience: integer(1, 10_000).default(100),
  /** Initial weights: convolutions pretrained on rendered floor scenes (where the width fits), or random. */
  start: z.enum(['weights', 'random']).default('weights'),
  /** Requires a checkpoint to resume from; by default one of equal data and options is used if present. */
  resume: z.boolean().default(false),
  threads: integer(1, 64).default(2),
})
export type TrainingOptions = z.output<typeof trainingOptions>

/** Options that determine the result: equal configurations on one machine give identical bytes. */
export type Configuration = Omit<TrainingOptions, 'task' | 'data' | 'output' | 'resume'>

/** Parses the command line. Throws an error naming the parameter and the problem. */
export function parseTrainingOptions(argv: readonly string[]): TrainingOptions {
  return parseCommandLine(trainingOptions, Object.keys(trainingOptions.shape), argv, ['resume'])
}
