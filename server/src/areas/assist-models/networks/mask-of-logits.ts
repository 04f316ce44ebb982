import type { Box } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'

export interface Logits {
  readonly values: Float32Array
  readonly width: number
  readonly height: number
  /** Cells covered by the image, from the upper left; the others are padding. */
  readonly covered: { readonly width: number; readonly height: number }
}

/**
 * Null when nothing is inside. The cost is grid width times image height: within a row, a border only lies between two cells of
 * different sign.
 */
export function maskOfLogits(logits: Logits, picture: { width: number; height: number }, part?: Box): Mask | null {
  const { width, height, covered } = logits
  const bounds =
    part === undefined ? { left: 0, top: 0, right: picture.width, bottom: picture.height } : edgesOf(part, picture)
  const pixelsPerCell = picture.width / covered.width
  const row = new Float32Array(width)
  const rows: number[][] = []
  for (let y = bounds.top; y < bounds.bottom; y += 1) {
    const at = Math.min(height - 1, Math.max(0, ((y + 0.5) * covered.height) / picture.height - 0.5))
    interpolateRow(logits, at, row)
    rows.push(runsOf(row, pixelsPerCell, bounds))
  }
  return maskOfRows(rows, bounds.top)
}

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

function edgesOf({ x, y, width, height }: Box, picture: { width: number; height: number }): Edges {
  return {
    left: Math.max(0, Math.floor(x)),
    top: Math.max(0, Math.floor(y)),
    right: Math.min(picture.width, Math.ceil(x + width)),
    bottom: Math.min(picture.height, Math.ceil(y + height)),
  }
}

function interpolateRow({ values, width, height }: Logits, at: number, row: Float32Array): void {
  const upper = Math.floor(at)
  const lower = Math.min(height - 1, upper + 1)
  const share = at - upper
  for (let x = 0; x < width; x += 1)
    row[x] = values[upper * width + x]! * (1 - share) + values[lower * width + x]! * share
}

function runsOf(row: Float32Array, pixelsPerCell: number, { left, right }: Edges): number[] {
  const runs: number[] = []
  let start = row[0]! > 0 ? left : right
  const close = (end: number) => {
    const [from, to] = [Math.max(left, start), Math.min(right, end)]
    if (to <= from) return
    if (runs.at(-1) === from) runs[runs.length - 1] = to
    else runs.push(from, to)
  }
  for (let x = 0; x + 1 < row.length; x += 1) {
    const [here, next] = [row[x]!, row[x + 1]!]
    if (here > 0 === next > 0) continue
    // The interpolated zero crossing, in pixels.
    const crossing = (x + here / (here - next) + 0.5) * pixelsPerCell - 0.5
    if (next > 0) start = Math.floor(crossing) + 1
    else {
      close(Math.ceil(crossing))
      start = right
    }
  }
  close(right)
  return runs
}

function maskOfRows(rows: readonly number[][], above: number): Mask | null {
  const first = rows.findIndex((runs) => runs.length > 0)
  if (first < 0) return null
  const last = rows.findLastIndex((runs) => runs.length > 0)
  let [left, right] = [Infinity, 0]
  for (const runs of rows) {
    if (runs.length === 0) continue
    left = Math.min(left, runs[0]!)
    right = Math.max(right, runs.at(-1)!)
  }
  const width = right - left
  const counts: number[] = []
  let end = 0
  for (let y = first; y <= last; y += 1) {
    const runs = rows[y]!
    const offset = (y - first) * width - left
    for (let at = 0; at < runs.length; at += 2) {
      const [from, to] = [runs[at]! + offset, runs[at + 1]! + offset]
      // A run that starts where the previous column ended extends it.
      if (from === end && counts.length > 0) counts[counts.length - 1]! += to - from
      else counts.push(from - end, to - from)
      end = to
    }
  }
  const height = last - first + 1
  if (end < width * height) counts.push(width * height - end)
  return { x: left, y: above + first, width, height, counts }
}
