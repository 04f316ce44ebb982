import type { LabelErrorKind } from '@vermilion/contract/evaluation/label-errors/finding'
import { z } from 'zod'
import { imageFilter } from '#areas/datasets'

export const errorKinds = ['missing', 'class', 'location', 'pixels'] as const satisfies readonly LabelErrorKind[]

/**
 * The filter limits next and previous. With `run`, an auto-label run, saving opens the image most useful to label; with `errors`,
 * a ranking of label errors, the images follow each other in its order.
 */
export const studioSearch = imageFilter.extend({
  run: z.string().optional().catch(undefined),
  errors: z.string().optional().catch(undefined),
  errorKind: z.enum(errorKinds).optional().catch(undefined),
})
export type StudioSearch = z.output<typeof studioSearch>
