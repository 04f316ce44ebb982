import { canBeTiled, type TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { fail } from '@vermilion/contract/kernel/errors'
import type { InferenceModel } from '@vermilion/contract/models'

/** Fails as `model.not-tileable`. */
export function requireTileable({ name, labelType }: InferenceModel, tiles: TileOptions | null): void {
  if (tiles !== null && !canBeTiled[labelType]) throw fail('model.not-tileable', { name })
}

/** As `tileParameters` of the tasks area, where an overlap of 0 stands for no tiles. */
export function parametersOfTiles(tiles: TileOptions | null) {
  return { tileOverlap: tiles?.overlap ?? 0, fullPicture: tiles?.hasFullPicture === false ? 0 : 1 }
}

export function tilesOfParameters({ tileOverlap, fullPicture }: Readonly<Record<string, unknown>>): TileOptions | null {
  const overlap = Number(tileOverlap ?? 0)
  return overlap > 0 ? { overlap, hasFullPicture: fullPicture === 1 } : null
}
