import type { PixelArea } from '../editor/pixels.ts'

/** Gradient magnitude of brightness per pixel, 0 to 255 (Sobel); 0 along the border of the area. */
export function edgesOf({ data, width, height }: PixelArea): Uint8Array {
  const grey = new Int16Array(width * height)
  for (let at = 0, index = 0; index < grey.length; at += 4, index += 1) {
    grey[index] = (data[at]! * 77 + data[at + 1]! * 151 + data[at + 2]! * 28) >> 8
  }
  const steep = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const [up, down] = [at - width, at + width]
      const across =
        grey[up + 1]! + 2 * grey[at + 1]! + grey[down + 1]! - grey[up - 1]! - 2 * grey[at - 1]! - grey[down - 1]!
      const along = grey[down - 1]! + 2 * grey[down]! + grey[down + 1]! - grey[up - 1]! - 2 * grey[up]! - grey[up + 1]!
      steep[at] = Math.min(255, Math.hypot(across, along) / 4)
    }
  }
  return steep
}

/** The predecessor of each cell; the start is its own. Flat cells cost more than edges; small costs allow a bucket queue. */
export function shortestPathsFrom(start: number, edges: Uint8Array, width: number): Int32Array {
  const previous = new Int32Array(edges.length).fill(-1)
  const cost = openCosts(edges.length, width)
  const steps = [1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1]
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => [])
  cost[start] = 0
  previous[start] = start
  buckets[0]!.push(start)
  let empty = 0
  for (let level = 0; empty < BUCKETS; level += 1) {
    const bucket = buckets[level % BUCKETS]!
    empty = bucket.length === 0 ? empty + 1 : 0
    for (let at = bucket.pop(); at !== undefined; at = bucket.pop()) {
      if (cost[at] !== level) continue
      for (let step = 0; step < 8; step += 1) {
        const to = at + steps[step]!
        const edge = edges[to]!
        const nextCost = level + (step < 4 ? straightCost[edge]! : diagonalCost[edge]!)
        if (nextCost >= cost[to]!) continue
        cost[to] = nextCost
        previous[to] = at
        buckets[nextCost % BUCKETS]!.push(to)
      }
    }
  }
  return previous
}

/** Cost of a step over a flat area; one over the sharpest edge costs 1. */
const FLAT = 24
/** Exceeds the maximum step cost. */
const BUCKETS = 40
const straightCost = Uint8Array.from({ length: 256 }, (_, edge) => Math.round(FLAT - (edge * (FLAT - 1)) / 255))
const diagonalCost = Uint8Array.from({ length: 256 }, (_, edge) =>
  Math.round(Math.SQRT2 * (FLAT - (edge * (FLAT - 1)) / 255)),
)

/** All cells are reachable except the border, so that no step leaves the grid. */
function openCosts(length: number, width: number): Int32Array {
  const cost = new Int32Array(length).fill(2 ** 31 - 1)
  cost.fill(-1, 0, width)
  cost.fill(-1, length - width)
  for (let at = 0; at < length; at += width) cost[at] = cost[at + width - 1] = -1
  return cost
}
