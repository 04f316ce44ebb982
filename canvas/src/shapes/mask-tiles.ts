import type { Mask } from '@vermilion/contract/labels/mask'
import type { Frame } from '../editor/view.ts'
import type { Context } from '../rendering/context.ts'
import type { Fill } from './shape-module.ts'

type Surface = OffscreenCanvas | HTMLCanvasElement

/** Cells per tile side. A cell is one pixel, or a square of 2, 4, 8 … when the image is zoomed out. */
const TILE = 512
/** Maximum cells of all cached tiles: 4 bytes each. */
const LARGEST_CACHE = 24_000_000
/** Cells per stripe and gap along a row. The tile side is a multiple of both, so that stripes continue across tiles. */
const STRIPE = 8

interface Rows {
  /** Start of each row's runs in `ends`, with one final entry. */
  starts: Uint32Array
  ends: Uint32Array
}

/** Masks are immutable, so that cached drawings stay valid. */
const rowsOfMask = new WeakMap<Mask, Rows>()
const tilesOfMask = new WeakMap<Mask, Map<string, Surface>>()
const recent = new Map<Surface, { tiles: Map<string, Surface>; key: string }>()
let cached = 0

export function fillMask(context: Context, mask: Mask, frame: Frame, fill: Fill): void {
  const fitting = Math.max(0, Math.floor(Math.log2(1 / (frame.scale * frame.pixelRatio))))
  const level = fill.isCoarse ? fitting + 1 : fitting
  const span = TILE * 2 ** level
  const first = { x: tileAt(-frame.x / frame.scale - mask.x, span), y: tileAt(-frame.y / frame.scale - mask.y, span) }
  const lastX = Math.min(tileAt(mask.width - 1, span), tileAt((frame.width - frame.x) / frame.scale - mask.x, span))
  const lastY = Math.min(tileAt(mask.height - 1, span), tileAt((frame.height - frame.y) / frame.scale - mask.y, span))
  const { imageSmoothingEnabled } = context
  context.imageSmoothingEnabled = fill.isCoarse === true || frame.scale * frame.pixelRatio < 1
  for (let row = Math.max(0, first.y); row <= lastY; row += 1) {
    for (let column = Math.max(0, first.x); column <= lastX; column += 1) {
      const surface = tileOf(mask, { column, row, level }, fill)
      const cell = 2 ** level * frame.scale
      const x = (mask.x + column * span) * frame.scale + frame.x
      const y = (mask.y + row * span) * frame.scale + frame.y
      context.drawImage(surface, x, y, surface.width * cell, surface.height * cell)
    }
  }
  context.imageSmoothingEnabled = imageSmoothingEnabled
}

interface TilePosition {
  column: number
  row: number
  level: number
}

function tileAt(position: number, span: number): number {
  return Math.floor(position / span)
}

function tileOf(mask: Mask, position: TilePosition, fill: Fill): Surface {
  const tiles = tilesOfMask.get(mask) ?? new Map<string, Surface>()
  tilesOfMask.set(mask, tiles)
  const key = [position.level, position.column, position.row, fill.colour, fill.alpha, fill.isHatched === true].join(
    ' ',
  )
  const existing = tiles.get(key)
  const surface = existing ?? drawnTile(mask, position, fill)
  if (existing) recent.delete(existing)
  else cached += surface.width * surface.height
  tiles.set(key, surface)
  recent.set(surface, { tiles, key })
  for (const [oldest, owner] of recent) {
    if (cached <= LARGEST_CACHE) break
    recent.delete(oldest)
    owner.tiles.delete(owner.key)
    cached -= oldest.width * oldest.height
  }
  return surface
}

function drawnTile(mask: Mask, position: TilePosition, { colour, alpha, isHatched = false }: Fill): Surface {
  const width = Math.min(TILE, Math.ceil(mask.width / 2 ** position.level) - position.column * TILE)
  const height = Math.min(TILE, Math.ceil(mask.height / 2 ** position.level) - position.row * TILE)
  const cells = cellsOf(mask, position, width, height)
  const surface = createSurface(width, height)
  const context = surface.getContext('2d')
  if (!context) throw new Error('this browser offers no 2d canvas')
  const image = context.createImageData(width, height)
  const inside = Math.round(alpha * 255)
  const wide = width + 2
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y + 1) * wide + x + 1
      if (cells[at] === 0) continue
      const around = cells[at - 1]! + cells[at + 1]! + cells[at - wide]! + cells[at + wide]!
      if (isHatched && (x + y) % (2 * STRIPE) >= STRIPE) continue
      image.data[(y * width + x) * 4 + 3] = around === 4 ? inside : 255
    }
  }
  context.putImageData(image, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = colour
  context.fillRect(0, 0, width, height)
  return surface
}

/** Cells of a tile with a margin of one, which reveals borders; a cell is set when any of its pixels is. */
function cellsOf(mask: Mask, { column, row, level }: TilePosition, width: number, height: number): Uint8Array {
  const { starts, ends } = rowsOf(mask)
  const wide = width + 2
  const cells = new Uint8Array(wide * (height + 2))
  const cell = 2 ** level
  const [left, top] = [column * TILE - 1, row * TILE - 1]
  const lastRow = Math.min(mask.height, (top + height + 2) * cell)
  for (let y = Math.max(0, top * cell); y < lastRow; y += 1) {
    const line = (Math.floor(y / cell) - top) * wide
    for (let at = starts[y]!; at < starts[y + 1]!; at += 2) {
      const from = Math.max(0, Math.floor(ends[at]! / cell) - left)
      const to = Math.min(wide, Math.floor((ends[at + 1]! - 1) / cell) - left + 1)
      if (to > from) cells.fill(1, line + from, line + to)
    }
  }
  return cells
}

function rowsOf(mask: Mask): Rows {
  const existing = rowsOfMask.get(mask)
  if (existing) return existing
  const starts = new Uint32Array(mask.height + 1)
  const ends: number[] = []
  let [at, row] = [0, 0]
  for (const [index, count] of mask.counts.entries()) {
    if (index % 2 === 1) {
      for (let from = at; from < at + count;) {
        const line = Math.floor(from / mask.width)
        const to = Math.min(at + count, (line + 1) * mask.width)
        while (row < line) starts[(row += 1)] = ends.length
        ends.push(from - line * mask.width, to - line * mask.width)
        from = to
      }
    }
    at += count
  }
  while (row < mask.height) starts[(row += 1)] = ends.length
  const rows = { starts, ends: Uint32Array.from(ends) }
  rowsOfMask.set(mask, rows)
  return rows
}

function createSurface(width: number, height: number): Surface {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}
