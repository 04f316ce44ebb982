import { z } from 'zod'
import { imageFilter } from '#areas/datasets'

/** The filter limits next and previous. With `run`, an auto-label run, saving opens the image most useful to label. */
export const studioSearch = imageFilter.extend({ run: z.string().optional().catch(undefined) })
