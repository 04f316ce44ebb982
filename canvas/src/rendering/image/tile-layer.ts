import type { Size } from '../../editor/document/document.ts'
import type { Frame } from '../../editor/view.ts'
import type { Piece } from './image-pixels.ts'
import { tilesIn } from './tiling.ts'
import type { TilePosition } from './tiling.ts'

/** Tiles of a large image: level 0 is full size, each further level half the previous. */
export interface TileSource {
  tileSide: number
  levels: number
  address: (level: number, column: number, row: number) => string
}

export interface TileLayer {
  show: (source: TileSource | null, image: Size) => void
  position: (frame: Frame, filter: string) => void
  pieces: (step: number) => Piece[]
  destroy: () => void
}

interface Tile extends Piece {
  level: number
  requestedAt: number
  /** Time of the last failure. */
  failed?: number
}

/** Milliseconds before a visible failed tile is requested again. */
const AGAIN = 1_000

/** Cached tiles, including invisible ones: a decoded tile of 512 pixels takes a mebibyte. */
const KEPT = 160

export function createTileLayer(host: HTMLElement): TileLayer {
  const tiles = new Map<string, Tile>()
  let source: TileSource | null = null
  let image: Size = { width: 0, height: 0 }
  let round = 0

  function drop(key: string, { element }: Tile): void {
    // Aborts a running request.
    if (!element.complete) element.removeAttribute('src')
    element.remove()
    tiles.delete(key)
  }

  function want({ level, column, row, ...area }: TilePosition): void {
    const key = `${level} ${column} ${row}`
    const existing = tiles.get(key)
    if (existing) {
      existing.requestedAt = round
      existing.element.style.display = ''
      if (existing.failed !== undefined && performance.now() - existing.failed > AGAIN) {
        delete existing.failed
        existing.element.src = source?.address(level, column, row) ?? ''
      }
    } else if (source) {
      const element = createTileElement(source, area, { level, column, row })
      host.append(element)
      const tile: Tile = { ...area, level, requestedAt: round, element }
      tile.element.addEventListener('error', () => void (tile.failed = performance.now()))
      tiles.set(key, tile)
    }
  }

  function tidyUp(level: number): void {
    for (const [key, tile] of tiles) {
      if (tile.requestedAt === round) continue
      if (tile.level < level) tile.element.style.display = 'none'
      if (!tile.element.complete) drop(key, tile)
    }
    const stale = [...tiles]
      .filter(([, tile]) => tile.requestedAt !== round)
      .toSorted(([, a], [, b]) => a.requestedAt - b.requestedAt)
    for (const [key, tile] of stale.slice(0, Math.max(0, tiles.size - KEPT))) drop(key, tile)
  }

  return {
    show(next, size) {
      for (const [key, tile] of tiles) drop(key, tile)
      source = next
      image = size
    },
    position(frame, filter) {
      if (!source) return
      const { style } = host
      style.transform = `matrix(${frame.scale}, 0, 0, ${frame.scale}, ${frame.x}, ${frame.y})`
      style.imageRendering = frame.scale * frame.pixelRatio >= 4 ? 'pixelated' : 'auto'
      if (style.filter !== filter) style.filter = filter
      round += 1
      const { level, tiles: visibleTiles } = tilesIn(frame, image, source)
      for (const tile of visibleTiles) want(tile)
      tidyUp(level)
    },
    pieces: (step) =>
      [...tiles.values()]
        .filter(({ element, level }) => element.complete && element.naturalWidth > 0 && 2 ** level >= step / 2)
        .toSorted((a, b) => b.level - a.level),
    destroy() {
      for (const [key, tile] of tiles) drop(key, tile)
      host.remove()
    },
  }
}

type TilePlaceId = Pick<TilePosition, 'level' | 'column' | 'row'>

function createTileElement(from: TileSource, box: Size & { x: number; y: number }, at: TilePlaceId): HTMLImageElement {
  const element = document.createElement('img')
  element.alt = ''
  element.decoding = 'async'
  element.draggable = false
  Object.assign(element.style, {
    position: 'absolute',
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    maxWidth: 'none',
    zIndex: `${from.levels - at.level}`,
    visibility: 'hidden',
  })
  element.addEventListener('load', () => void (element.style.visibility = 'inherit'))
  element.src = from.address(at.level, at.column, at.row)
  return element
}
