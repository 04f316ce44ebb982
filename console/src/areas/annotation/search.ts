import { z } from 'zod'
import { imageFilter } from '#areas/datasets'

/**
 * The filter of a dataset's images keeps the studio among those that it finds, and all other images are skipped. With
 * `run`, a run of auto-labelling, saving goes on to the image that is most useful to label.
 */
export const studioSearch = imageFilter.extend({ run: z.string().optional().catch(undefined) })
