import type { Frame } from '../../editor/view.ts'
import { PAINTED_TILE } from '../../shapes/painting.ts'
import type { PaintedTile, Painting } from '../../shapes/painting.ts'

interface Drawn {
  canvas: HTMLCanvasElement
  revision: number
  colour: string
}

/** Shared pixel buffer of the tile being drawn. */
let ink: ImageData | null = null
const drawnTiles = new WeakMap<PaintedTile, Drawn>()

export function drawPainting(
  context: CanvasRenderingContext2D,
  { scale, x, y, width, height }: Frame,
  painting: Painting,
  colour: string,
): void {
  const side = PAINTED_TILE * scale
  context.globalAlpha = 0.55
  for (const tile of painting.tiles()) {
    const [left, top] = [tile.x * scale + x, tile.y * scale + y]
    if (left > width || top > height || left + side < 0 || top + side < 0) continue
    context.drawImage(canvasOf(tile, colour), left, top, side, side)
  }
  context.globalAlpha = 1
}

function canvasOf(tile: PaintedTile, colour: string): HTMLCanvasElement {
  const cached = drawnTiles.get(tile)
  if (cached && cached.revision === tile.revision && cached.colour === colour) return cached.canvas
  const canvas = cached?.canvas ?? document.createElement('canvas')
  if (!cached) canvas.width = canvas.height = PAINTED_TILE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser offers no 2d canvas')
  ink ??= context.createImageData(PAINTED_TILE, PAINTED_TILE)
  const alpha = new Uint32Array(ink.data.buffer)
  // The last of four bytes on all little-endian machines: opaque black, colored below.
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = tile.pixels[at] === 0 ? 0 : 0xff000000
  context.putImageData(ink, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = colour
  context.fillRect(0, 0, PAINTED_TILE, PAINTED_TILE)
  drawnTiles.set(tile, { canvas, revision: tile.revision, colour })
  return canvas
}
