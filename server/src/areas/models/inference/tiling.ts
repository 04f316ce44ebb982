import { canBeTiled, type TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { fail } from '@vermilion/contract/kernel/errors'
import type { InferenceModel } from '@vermilion/contract/models'
import { writeJson } from '#platform/database/columns'

/** Fails as `model.not-tileable`. */
export function requireTileable({ name, labelType }: InferenceModel, tiles: TileOptions | null): void {
  if (tiles !== null && !canBeTiled[labelType]) throw fail('model.not-tileable', { name })
}

/** As `tileParameters` of the tasks area, where an overlap of 0 stands for no tiles. Fails as `model.not-tileable`. */
export function parametersOfTiles(model: InferenceModel, tiles: TileOptions | null) {
  requireTileable(model, tiles)
  return { tileOverlap: tiles?.overlap ?? 0, fullPicture: tiles?.hasFullPicture === false ? 0 : 1 }
}

/** Parameters of a task as its order stores them. */
export function rowOfParameters(parameters: Readonly<Record<string, unknown>>) {
  const { confidence, overlap, tileOverlap = 0, fullPicture } = parameters
  const tiles: TileOptions | null =
    Number(tileOverlap) > 0 ? { overlap: Number(tileOverlap), hasFullPicture: fullPicture === 1 } : null
  return { confidence: Number(confidence), overlap: Number(overlap), tiles: tiles && writeJson(tiles) }
}
