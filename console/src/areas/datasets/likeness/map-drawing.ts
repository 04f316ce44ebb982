import type { MapPoints, Location } from './map-points.ts'

/** The visible part of the map: its center, and the pixels for a length of 1. */
export interface MapFrame extends Location {
  readonly scale: number
}

export interface MapStyle {
  /** The color of each point, as 32 bits from `colourBits`; 0 for a hidden one. */
  readonly colours: Uint32Array
  /** Marked points; null means all. */
  readonly marked: Uint8Array | null
}

export function colourBits(colour: string, opacity = 1): number {
  const value = Number.parseInt(colour.slice(1), 16)
  const alpha = Math.round(opacity * 255)
  return ((alpha << 24) | ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16)) >>> 0
}

const margin = 0.92

export const frameOfAll = (width: number, height: number): MapFrame => ({
  x: 0,
  y: 0,
  scale: (Math.min(width, height) / 2) * margin,
})

export const placeAt = ({ x, y, scale }: MapFrame, across: number, down: number, size: readonly [number, number]) => ({
  x: x + (across - size[0] / 2) / scale,
  y: y + (down - size[1] / 2) / scale,
})

/** Draws directly into pixels: a hundred thousand points take a few milliseconds, paths a hundred. Marked points come last. */
export function drawPoints(
  context: CanvasRenderingContext2D,
  { positions, count }: MapPoints,
  { colours, marked }: MapStyle,
  { frame, ratio }: { frame: MapFrame; ratio: number },
): void {
  const { width, height } = context.canvas
  if (width === 0 || height === 0) return
  const image = context.createImageData(width, height)
  const pixels = new Uint32Array(image.data.buffer)
  const scale = frame.scale * ratio
  const radius = radiusOf(count, scale / Math.min(width, height)) * ratio
  const dot = dotOf(radius)
  const offsets = Int32Array.from(dot, ([dx, dy]) => dy * width + dx)
  const edge = Math.ceil(radius)
  const draw = (point: number, colour: number) => {
    const column = Math.round((positions[point * 2]! - frame.x) * scale + width / 2)
    const row = Math.round((positions[point * 2 + 1]! - frame.y) * scale + height / 2)
    if (column >= edge && row >= edge && column < width - edge && row < height - edge) {
      const middle = row * width + column
      for (let k = 0; k < offsets.length; k++) pixels[middle + offsets[k]!] = colour
      return
    }
    if (column < -edge || row < -edge || column >= width + edge || row >= height + edge) return
    for (const [dx, dy] of dot) {
      const [x, y] = [column + dx, row + dy]
      if (x >= 0 && y >= 0 && x < width && y < height) pixels[y * width + x] = colour
    }
  }
  const faint = 0x30ffffff
  for (let point = 0; point < count; point++) {
    const colour = colours[point]!
    if (colour !== 0 && marked?.[point] !== 1) draw(point, marked === null ? colour : (colour & faint) >>> 0)
  }
  if (marked !== null)
    for (let point = 0; point < count; point++)
      if (marked[point] === 1 && colours[point] !== 0) draw(point, colours[point]!)
  context.putImageData(image, 0, 0)
}

function radiusOf(count: number, nearness: number): number {
  const base = count > 50_000 ? 1 : count > 10_000 ? 1.5 : count > 1_000 ? 2.5 : 4
  return Math.min(7, base * Math.max(1, Math.sqrt(nearness * 2)))
}

function dotOf(radius: number): readonly (readonly [number, number])[] {
  const longest = Math.ceil(radius)
  const dots: [number, number][] = []
  for (let y = -longest; y <= longest; y++)
    for (let x = -longest; x <= longest; x++) if (x * x + y * y <= radius * radius) dots.push([x, y])
  return dots
}
