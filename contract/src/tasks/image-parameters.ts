import { z } from 'zod'
import { text } from '../kernel/fields.ts'
import type { Text } from '../kernel/text.ts'

export interface ParameterDefinition {
  readonly kind: 'integer' | 'number'
  readonly label: Text
  readonly hint?: Text | undefined
  readonly default: number
  readonly minimum: number
  readonly maximum: number
  readonly step?: number | undefined
}

export const parameterDefinition = z.object({
  kind: z.enum(['integer', 'number']),
  label: text,
  hint: text.optional(),
  default: z.number(),
  minimum: z.number(),
  maximum: z.number(),
  step: z.number().optional(),
})
