import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'
import { maskOfStretches, push } from './mask-runs.ts'

/** In pixels. */
export const PAINTED_TILE = 256

export interface PaintedTile {
  readonly x: number
  readonly y: number
  readonly pixels: Uint8Array
  revision: number
}

/** A running stroke: only touched tiles exist, and each movement costs what it newly covers, whatever the image size. */
export interface Painting {
  stroke: (from: Point, to: Point, size: number) => void
  /** The same array until a tile is added. */
  tiles: () => readonly PaintedTile[]
  mask: () => Mask | null
}

export function createPainting(image: { width: number; height: number }): Painting {
  const tiles = new Map<number, PaintedTile>()
  const columns = Math.ceil(image.width / PAINTED_TILE)
  let listed: readonly PaintedTile[] | null = null

  function tileAt(column: number, row: number): PaintedTile {
    const key = row * columns + column
    const existing = tiles.get(key)
    if (existing) return existing
    const pixels = new Uint8Array(PAINTED_TILE * PAINTED_TILE)
    const tile = { x: column * PAINTED_TILE, y: row * PAINTED_TILE, pixels, revision: 0 }
    tiles.set(key, tile)
    listed = null
    return tile
  }

  function paintRow(y: number, from: number, to: number): void {
    const row = Math.floor(y / PAINTED_TILE)
    const offset = (y - row * PAINTED_TILE) * PAINTED_TILE
    for (let x = from; x < to;) {
      const column = Math.floor(x / PAINTED_TILE)
      const start = column * PAINTED_TILE
      const end = Math.min(to, start + PAINTED_TILE)
      const tile = tileAt(column, row)
      const stretch = tile.pixels.subarray(offset + x - start, offset + end - start)
      if (stretch.includes(0)) {
        stretch.fill(1)
        tile.revision += 1
      }
      x = end
    }
  }

  return {
    stroke(from, to, size) {
      const radius = Math.max(size / 2, 0.5)
      const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - radius))
      const bottom = Math.min(image.height - 1, Math.floor(Math.max(from.y, to.y) + radius))
      for (let y = top; y <= bottom; y += 1) {
        const [left, right] = extentAt(y + 0.5, from, to, radius)
        const first = Math.max(0, Math.ceil(left - 0.5))
        const end = Math.min(image.width, Math.floor(right - 0.5) + 1)
        if (end > first) paintRow(y, first, end)
      }
      for (const { x, y } of [from, to]) {
        const [column, row] = [Math.floor(x), Math.floor(y)]
        const within = column >= 0 && row >= 0 && column < image.width && row < image.height
        if (within) paintRow(row, column, column + 1)
      }
    },
    tiles: () => (listed ??= [...tiles.values()]),
    mask: () => (tiles.size === 0 ? null : maskOfTiles(columns, tiles)),
  }
}

/** Horizontal extent at a height of a thick line with round caps. Empty when left exceeds right. */
function extentAt(y: number, from: Point, to: Point, radius: number): [number, number] {
  let [left, right] = [Infinity, -Infinity]
  for (const end of [from, to]) {
    const high = Math.abs(y - end.y)
    if (high > radius) continue
    const half = Math.sqrt(radius * radius - high * high)
    left = Math.min(left, end.x - half)
    right = Math.max(right, end.x + half)
  }
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length === 0 || from.y === to.y) return [left, right]
  const across = { x: (-(to.y - from.y) / length) * radius, y: ((to.x - from.x) / length) * radius }
  for (const side of [1, -1]) {
    const along = (y - from.y - side * across.y) / (to.y - from.y)
    if (along < 0 || along > 1) continue
    const x = from.x + side * across.x + along * (to.x - from.x)
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  return [left, right]
}

function maskOfTiles(columns: number, tiles: ReadonlyMap<number, PaintedTile>): Mask | null {
  const window = windowOf([...tiles.values()])
  const [first, count] = [window.x / PAINTED_TILE, window.width / PAINTED_TILE]
  const stretches: number[] = []
  for (let y = window.y; y < window.y + window.height; y += 1) {
    const row = Math.floor(y / PAINTED_TILE)
    for (let column = first; column < first + count; column += 1) {
      const tile = tiles.get(row * columns + column)
      if (tile) pushRow(stretches, tile, y - tile.y, (y - window.y) * window.width + tile.x - window.x)
    }
  }
  return maskOfStretches(stretches, window)
}

function pushRow(stretches: number[], { pixels }: PaintedTile, row: number, position: number): void {
  const line = pixels.subarray(row * PAINTED_TILE, (row + 1) * PAINTED_TILE)
  for (let at = line.indexOf(1); at >= 0;) {
    const gap = line.indexOf(0, at)
    const end = gap < 0 ? PAINTED_TILE : gap
    push(stretches, position + at, position + end)
    at = gap < 0 ? -1 : line.indexOf(1, end)
  }
}

function windowOf(tiles: readonly PaintedTile[]): Box {
  const [xs, ys] = [tiles.map(({ x }) => x), tiles.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) + PAINTED_TILE - x, height: Math.max(...ys) + PAINTED_TILE - y }
}
