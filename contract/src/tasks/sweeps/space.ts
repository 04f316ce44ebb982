import { z } from 'zod'
import { schemaMessage } from '../../kernel/schema-message.ts'

export const maxTrials = 500
const finite = z.number()

/** Values of one parameter that a sweep tries: some in a list, or those of a range. */
export const parameterSpace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('list'), values: z.array(finite).min(1).max(50) }),
  z
    .object({
      kind: z.literal('range'),
      minimum: finite,
      maximum: finite,
      /** A factor counts as one step, such as from 0.001 to 0.01. */
      isLogarithmic: z.boolean().default(false),
      /** How many values a grid takes of the range, its ends among them. */
      gridPoints: z.number().int().min(2).max(50).default(3),
    })
    .refine(({ minimum, maximum }) => minimum < maximum, {
      path: ['maximum'],
      message: schemaMessage('is not above the minimum', '必须大于最小值'),
    })
    .refine(({ minimum, isLogarithmic }) => !isLogarithmic || minimum > 0, {
      path: ['minimum'],
      message: schemaMessage('is above 0 on a logarithmic scale', '对数刻度的最小值必须大于 0'),
    }),
])
export type ParameterSpace = z.output<typeof parameterSpace>

export const searchSpace = z.record(z.string().max(50), parameterSpace)
export type SearchSpace = z.output<typeof searchSpace>

/** The least step between two values, for whole numbers and those of which the image takes multiples. */
export interface Steps {
  readonly kind: 'integer' | 'number'
  readonly step?: number | undefined
}

/** The value at a share (0 to 1) of the range, as the image takes it. */
export function valueAt(
  space: Extract<ParameterSpace, { kind: 'range' }>,
  share: number,
  { kind, step }: Steps,
): number {
  const { minimum, maximum, isLogarithmic } = space
  const exact = isLogarithmic ? minimum * (maximum / minimum) ** share : minimum + (maximum - minimum) * share
  const unit = step ?? (kind === 'integer' ? 1 : undefined)
  // Six digits are finer than any training tells apart, and can be read.
  if (unit === undefined) return Math.min(maximum, Math.max(minimum, Number(exact.toPrecision(6))))
  const lowest = Math.ceil(minimum / unit) * unit
  return Math.max(lowest, Math.min(Math.floor(maximum / unit) * unit, Math.round(exact / unit) * unit))
}

/** The share (0 to 1) of the range at which a value lies. */
export function shareOf(space: Extract<ParameterSpace, { kind: 'range' }>, value: number): number {
  const { minimum, maximum, isLogarithmic } = space
  const share = isLogarithmic
    ? Math.log(value / minimum) / Math.log(maximum / minimum)
    : (value - minimum) / (maximum - minimum)
  return Math.min(1, Math.max(0, share))
}

export function gridValues(space: ParameterSpace, steps: Steps): number[] {
  if (space.kind === 'list') return [...new Set(space.values)]
  const shares = Array.from({ length: space.gridPoints }, (_, at) => at / (space.gridPoints - 1))
  return [...new Set(shares.map((share) => valueAt(space, share, steps)))]
}

export const gridSize = (space: SearchSpace, parameters: Readonly<Record<string, Steps>>): number =>
  Object.entries(space).reduce(
    (size, [name, one]) => size * gridValues(one, parameters[name] ?? { kind: 'number' }).length,
    1,
  )
