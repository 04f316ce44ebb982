import { z } from 'zod'
import type { Box } from '../../labels/box.ts'
import type { LabelType } from '../../labels/dataset-labels.ts'
import type { Size } from '../letterbox.ts'

/** Pictures that are read in tiles as large as the model's input, for objects that would vanish when the picture is shrunk. */
export const tileOptions = z.object({
  /** Share of its edge that a tile has in common with the next. */
  overlap: z.number().min(0.05).max(0.5).default(0.2),
  /** True also reads the full picture, for objects larger than a tile. */
  hasFullPicture: z.boolean().default(true),
})
export type TileOptions = z.output<typeof tileOptions>

/** Label types whose predictions have a place, so that those of tiles can be merged. */
export const canBeTiled: Readonly<Record<LabelType, boolean>> = {
  'target-detection': true,
  'picture-classification': false,
  'semantic-segmentation': true,
}

/** Where a picture would need more, its tiles are cut larger by a whole factor and shrunk to the input. */
export const maxTiles = 100

/** Starts of tiles along an edge; the last lies flush with its end, as in SAHI. */
function startsOf(length: number, tile: number, overlap: number): number[] {
  if (tile >= length) return [0]
  const step = Math.max(1, tile - Math.floor(tile * overlap))
  const count = Math.ceil((length - tile) / step) + 1
  return Array.from({ length: count }, (_, index) => Math.min(index * step, length - tile))
}

/** Tiles of a picture in whole pixels, row by row; none where one would cover the picture. */
export function cutTiles(picture: Size, input: Size, { overlap }: Pick<TileOptions, 'overlap'>): Box[] {
  for (let factor = 1; ; factor += 1) {
    const [width, height] = [input.width * factor, input.height * factor]
    const columns = startsOf(picture.width, width, overlap)
    const rows = startsOf(picture.height, height, overlap)
    const count = columns.length * rows.length
    if (count > maxTiles) continue
    if (count === 1) return []
    const size = { width: Math.min(width, picture.width), height: Math.min(height, picture.height) }
    return rows.flatMap((y) => columns.map((x) => ({ x, y, ...size })))
  }
}

/** How often a model runs on a picture; 1 without tiles. */
export function countRuns(picture: Size, input: Size, options: TileOptions): number {
  const tiles = cutTiles(picture, input, options).length
  return tiles === 0 ? 1 : tiles + (options.hasFullPicture ? 1 : 0)
}
