import type { SpaceFile } from '@vermilion/contract/files'
import type { Tiling } from '@vermilion/contract/files/previews'
import { tileOf } from '../addresses.ts'
import { tilesInView } from './tiles-in-view.ts'
import { partInView, type Size, type View } from './use-view.ts'

interface TilesProps {
  file: SpaceFile
  tiling: Tiling
  view: View
  viewport: Size
}

export function Tiles({ file, tiling, view, viewport }: TilesProps) {
  const sharpestLevel = Math.floor(Math.log2(1 / (view.scale * devicePixelRatio)))
  const finest = Math.min(tiling.levels - 1, Math.max(0, sharpestLevel))
  const part = partInView(view, viewport, tiling)
  const levels = [...new Set([tiling.levels - 1, Math.min(tiling.levels - 1, finest + 1), finest])]
  return levels
    .flatMap((level) => tilesInView(tiling, level, part))
    .map(({ level, x, y, width, height }) => {
      const full = 2 ** level
      return (
        <img
          className="absolute max-width-none no-select"
          key={`${level}-${x}-${y}`}
          ref={abortLoading}
          src={tileOf(file, { level, x, y })}
          alt=""
          draggable={false}
          style={{
            left: x * tiling.tileSide * full,
            top: y * tiling.tileSide * full,
            width: width * full,
            height: height * full,
          }}
        />
      )
    })
}

/** Removing `src` cancels the request of a tile outside the view. */
function abortLoading(image: HTMLImageElement | null) {
  return () => image?.removeAttribute('src')
}
