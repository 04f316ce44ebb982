import { z } from 'zod'

export type FileView = 'table' | 'small' | 'large' | 'gallery'
export const pictureViews = ['small', 'large', 'gallery'] as const satisfies readonly FileView[]
export const fileViews = ['table', ...pictureViews] as const satisfies readonly FileView[]

export const pictureView = z.enum(pictureViews).optional().catch(undefined)
export const previewAddress = {
  preview: z.coerce.string().optional().catch(undefined),
  place: z.coerce.number().int().min(0).optional().catch(undefined),
}

export const fileView = z.enum(fileViews).optional().catch(undefined)
