import { z } from 'zod'
import { parseCommandLine } from '../command-line.ts'

const part = z.coerce.number().min(0).max(1).optional()

export const inferenceOptions = z
  .object({
    model: z.string().min(1),
    data: z.string().min(1).optional(),
    images: z.string().min(1).optional(),
    output: z.string().min(1),
    /** Thresholds from the model's metadata by default. */
    confidence: part,
    overlap: part,
    /** Reads pictures in tiles that have this share of an edge in common; 0 reads them at once. */
    tileOverlap: z.coerce.number().min(0).max(0.5).default(0),
    /** With tiles, 1 also reads the full picture. */
    fullPicture: z.coerce.number().int().min(0).max(1).default(1),
    threads: z.coerce.number().int().min(1).max(64).default(2),
  })
  .refine(({ data, images }) => (data === undefined) !== (images === undefined), 'give either --data or --images')
export type InferenceOptions = z.output<typeof inferenceOptions>

/** Parses the command line. Throws an error naming the parameter and the problem. */
export function parseInferenceOptions(argv: readonly string[]): InferenceOptions {
  const names = ['model', 'data', 'images', 'output', 'confidence', 'overlap', 'tileOverlap', 'fullPicture', 'threads']
  return parseCommandLine(inferenceOptions, names, argv)
}
