import { parseArgs } from 'node:util'
import { z } from 'zod'

const part = z.coerce.number().min(0).max(1).optional()

export const inferenceOptions = z
  .object({
    model: z.string().min(1),
    data: z.string().min(1).optional(),
    images: z.string().min(1).optional(),
    output: z.string().min(1),
    /** Those of the model's metadata where they are not given. */
    confidence: part,
    overlap: part,
    threads: z.coerce.number().int().min(1).max(64).default(2),
  })
  .refine(({ data, images }) => (data === undefined) !== (images === undefined), 'give either --data or --images')
export type InferenceOptions = z.output<typeof inferenceOptions>

/** Reads the command line. Throws an error that names the parameter and what is wrong with it. */
export function parseInferenceOptions(argv: readonly string[]): InferenceOptions {
  const text = { type: 'string' } as const
  const options = {
    model: text,
    data: text,
    images: text,
    output: text,
    confidence: text,
    overlap: text,
    threads: text,
  }
  const { values } = parseArgs({ args: [...argv], options })
  const parsed = inferenceOptions.safeParse(values)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) =>
    path[0] ? `--${String(path[0])}: ${message}` : message,
  )
  throw new Error(issues.join('; '))
}
