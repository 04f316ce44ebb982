import { z } from 'zod'
import { trainingParts } from '../models/training-parts.ts'

/** Stands for no label: no object there, or none predicted. */
export const background = -1
export const labelIndex = z.number().int().min(background)

/** `missed`: true but not predicted. `wrong`: predicted with another label. `extra`: predicted but not true. */
export const mistakes = ['missed', 'wrong', 'extra'] as const
export type Mistake = (typeof mistakes)[number]

export const evaluatedSorts = ['badness', 'missed', 'wrong', 'extra', 'path'] as const

export const evaluatedFilter = z.object({
  search: z.string().max(200).optional(),
  part: z.enum(trainingParts).optional(),
  mistake: z.enum([...mistakes, 'any', 'none']).optional(),
  /** Images on which the label is true or predicted, or with `mistake` affected by it. */
  label: z.coerce.number().int().min(0).optional(),
  found: z.coerce.number().int().min(background).optional(),
  real: z.coerce.number().int().min(background).optional(),
})
export type EvaluatedFilter = z.output<typeof evaluatedFilter>
