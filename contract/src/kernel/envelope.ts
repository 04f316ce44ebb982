import { z } from 'zod'
import type { ErrorName } from './errors.ts'

/** Wire format of every JSON response. `code` 200 is success; others are errors of the catalog. */
export interface Envelope<Data> {
  code: number
  message: string
  data: Data
  requestId: string
}

export interface FailureData {
  error: ErrorName
  values: Record<string, unknown>
  /** Problems by field path ("labels.0.name") for invalid input. */
  fields?: Record<string, string>
}

export const envelopeSchema = z.object({
  code: z.number().int(),
  message: z.string(),
  data: z.unknown(),
  requestId: z.string(),
})

export const successCode = 200
export const unauthenticatedCode = 401
