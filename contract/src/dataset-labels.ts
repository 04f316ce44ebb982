import { z } from 'zod'
import { colour, count, id } from './kernel/fields.ts'

/** A class of a dataset. `index` is fixed for life: renaming or deleting another label never moves it. */
export const label = z.object({
  id,
  index: count,
  name: z.string().trim().min(1).max(100),
  colour,
})
export type Label = z.output<typeof label>

/** A label as it is typed: the id of an existing one, or none for a new one. */
export const labelInput = label.pick({ name: true }).extend({ id: id.optional(), colour: colour.optional() })
