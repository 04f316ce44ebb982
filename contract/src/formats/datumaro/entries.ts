import { z } from 'zod'
import type { ImageSize } from '../codec.ts'

/** Entries of Datumaro's JSON: https://open-edge-platform.github.io/datumaro, "Datumaro format". */
const number = z.number()

export const datumaroCategories = z.object({
  label: z
    .object({ labels: z.array(z.object({ name: z.string(), parent: z.string().nullish() })) })
    .nullish()
    .catch(null),
  mask: z
    .object({ colormap: z.array(z.object({ label_id: number, r: number, g: number, b: number })) })
    .nullish()
    .catch(null),
})

export const datumaroItem = z.object({
  id: z.string(),
  annotations: z.array(z.unknown()).max(1_000_000).nullish(),
  image: z
    .object({
      path: z.string().nullish(),
      size: z.tuple([z.number().int().positive(), z.number().int().positive()]).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  media: z.object({ path: z.string().nullish() }).nullish().catch(null),
})

export const datumaroAnnotation = z.object({
  type: z.string(),
  attributes: z.unknown().optional(),
  group: z.number().int().nullish().catch(null),
  label_id: z.number().int().nullish(),
  z_order: z.number().nullish().catch(null),
  bbox: z.array(number).length(4).nullish(),
  points: z.array(number).nullish(),
  rle: z
    .object({
      counts: z.union([z.string(), z.array(z.number().int().min(0))]),
      size: z.tuple([z.number().int().positive(), z.number().int().positive()]),
    })
    .nullish(),
})
export type DatumaroAnnotation = z.output<typeof datumaroAnnotation>

export function runsSizeOf(entry: unknown): ImageSize[] {
  const size = datumaroAnnotation.safeParse(entry).data?.rle?.size
  return size === undefined ? [] : [{ width: size[1], height: size[0] }]
}
