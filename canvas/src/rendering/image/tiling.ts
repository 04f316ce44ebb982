import type { Size } from '../../editor/document/document.ts'
import type { Frame } from '../../editor/view.ts'

export interface TilePosition {
  level: number
  column: number
  row: number
  x: number
  y: number
  width: number
  height: number
}

/** Visible tiles of the coarsest level with at least one pixel per screen pixel, nearest to the center first. */
export function tilesIn(
  frame: Frame,
  image: Size,
  { tileSide, levels }: { tileSide: number; levels: number },
): { level: number; tiles: TilePosition[] } {
  const sharpestLevel = Math.floor(Math.log2(1 / (frame.scale * frame.pixelRatio)))
  const level = Math.max(0, Math.min(levels - 1, sharpestLevel))
  const span = tileSide * 2 ** level
  const range = (offset: number, extent: number, length: number): [number, number] => [
    Math.max(0, Math.floor(-offset / frame.scale / span)),
    Math.min(Math.ceil(length / span), Math.ceil((extent - offset) / frame.scale / span)),
  ]
  const [left, right] = range(frame.x, frame.width, image.width)
  const [top, bottom] = range(frame.y, frame.height, image.height)
  const tiles: TilePosition[] = []
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const [x, y] = [column * span, row * span]
      const width = Math.min(span, image.width - x)
      tiles.push({ level, column, row, x, y, width, height: Math.min(span, image.height - y) })
    }
  }
  const middle = { x: (left + right - 1) / 2, y: (top + bottom - 1) / 2 }
  const away = ({ column, row }: TilePosition): number => Math.hypot(column - middle.x, row - middle.y)
  return { level, tiles: tiles.toSorted((a, b) => away(a) - away(b)) }
}
