import type { Size } from '@vermilion/contract/detection/letterbox'
import { inputExtent } from '@vermilion/contract/detection/input-settings'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { cutTiles, type TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { Box } from '@vermilion/contract/labels/box'
import type { Pixels } from '../data/decode-image.ts'
import type { ModelReader, Reading, ReadOptions } from './reader.ts'

/** One is prepared while another runs; more at once cost a single thread a tenth of its speed. Fixed batches are filled. */
const tilesAtOnce = 2

interface TiledModel {
  readonly metadata: ModelMetadata
  readonly reader: ModelReader<ModelMetadata>
  read(pixels: Pixels, options: ReadOptions): Promise<Reading>
}

/** Reads a picture in tiles, and merges what was found. A picture that one tile would cover is read as without tiles. */
export async function readTiled(
  { metadata, reader, read }: TiledModel,
  pixels: Pixels,
  { tiles: tiling, ...options }: ReadOptions & { tiles: TileOptions },
): Promise<Reading> {
  if (reader.mergeTiles === null) throw new Error('what the model says of tiles cannot be merged: run it without tiles')
  const tiles = cutTiles(pixels, inputExtent(metadata.input), tiling)
  if (tiles.length === 0) return read(pixels, options)
  const full = tiling.hasFullPicture ? await read(pixels, options) : null
  const parts: { tile: Box; reading: Reading }[] = []
  const atOnce = Math.max(tilesAtOnce, metadata.input.batch ?? 1)
  for (let from = 0; from < tiles.length; from += atOnce) {
    const some = tiles.slice(from, from + atOnce)
    const readings = await Promise.all(some.map((tile) => read(cutPixels(pixels, tile), options)))
    parts.push(...some.map((tile, at) => ({ tile, reading: readings[at]! })))
  }
  const merged = reader.mergeTiles({ picture: sizeOf(pixels), full, parts }, metadata, options)
  if (full === null || !options.isMeasured) return merged
  return { ...merged, untiled: full }
}

const sizeOf = ({ width, height }: Pixels): Size => ({ width, height })

export function cutPixels({ rgb, width }: Pixels, tile: Box): Pixels {
  const bytes = new Uint8Array(3 * tile.width * tile.height)
  for (let y = 0; y < tile.height; y += 1) {
    const start = 3 * ((tile.y + y) * width + tile.x)
    bytes.set(rgb.subarray(start, start + 3 * tile.width), 3 * y * tile.width)
  }
  return { rgb: bytes, width: tile.width, height: tile.height }
}
