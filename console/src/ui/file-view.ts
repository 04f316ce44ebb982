import { z } from 'zod'

/** How the pictures of a file page are shown: many small ones, larger ones with their names, or a gallery. */
export const fileViews = ['small', 'large', 'gallery'] as const
export type FileView = (typeof fileViews)[number]

/** The view in the address; small icons when it says nothing. */
export const fileView = z.enum(fileViews).optional().catch(undefined)
