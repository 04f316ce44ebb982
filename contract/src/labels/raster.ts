import type { Mask } from './mask.ts'

interface Edge {
  bottom: number
  x: number
  slope: number
  ring: number
}

/** `even-odd` as for a polygon's rings; `union` as for COCO's lists of outlines. */
export type FillRule = 'even-odd' | 'union'

/** Pixels whose centers lie inside the rings; null when empty. Memory grows with outlines and runs, not with pixels. */
export function maskOfRings(
  rings: readonly (readonly number[])[],
  image: { width: number; height: number },
  rule: FillRule = 'even-odd',
): Mask | null {
  const starts = edgesByRow(rings, image.height)
  const order = [...starts.keys()].sort((a, b) => a - b)
  const rows: { row: number; spans: number[] }[] = []
  let active: Edge[] = []
  let next = 0
  for (let row = order[0] ?? image.height; row < image.height; row += 1) {
    if (active.length === 0) {
      const start = order[next]
      if (start === undefined) break
      row = start
    }
    if (order[next] === row) {
      active.push(...starts.get(row)!)
      next += 1
    }
    const spans = spansOf(active, image.width, rule)
    if (spans.length > 0) rows.push({ row, spans })
    active = active.filter((edge) => {
      edge.x += edge.slope
      return edge.bottom > row + 1.5
    })
  }
  return maskOfSpans(rows)
}

function edgesByRow(rings: readonly (readonly number[])[], height: number): Map<number, Edge[]> {
  const starts = new Map<number, Edge[]>()
  for (const [ring, points] of rings.entries()) {
    let [fromX, fromY] = [points.at(-2)!, points.at(-1)!]
    for (let at = 0; at < points.length; at += 2) {
      const [toX, toY] = [points[at]!, points[at + 1]!]
      const [topX, top, bottomX, bottom] = fromY < toY ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY]
      // A row is crossed when its middle is at or below the upper end and above the lower one.
      const row = Math.max(0, Math.ceil(top - 0.5))
      if (bottom > row + 0.5 && row < height) {
        const slope = (bottomX - topX) / (bottom - top)
        const edge = { bottom, x: topX + (row + 0.5 - top) * slope, slope, ring }
        const list = starts.get(row)
        if (list === undefined) starts.set(row, [edge])
        else list.push(edge)
      }
      fromX = toX
      fromY = toY
    }
  }
  return starts
}

function spansOf(edges: readonly Edge[], width: number, rule: FillRule): number[] {
  const spans: number[] = []
  const inside = new Set<number>()
  let from = 0
  for (const { x, ring } of edges.toSorted((a, b) => a.x - b.x)) {
    const crossed = rule === 'union' ? ring : 0
    const previousSize = inside.size
    if (!inside.delete(crossed)) inside.add(crossed)
    const pixel = Math.min(width, Math.max(0, Math.ceil(x - 0.5)))
    if (previousSize === 0) from = pixel
    else if (inside.size === 0 && pixel > from) {
      if (spans.at(-1) === from) spans.pop()
      else spans.push(from)
      spans.push(pixel)
    }
  }
  return spans
}

export function maskOfSpans(rows: readonly { row: number; spans: readonly number[] }[]): Mask | null {
  const top = rows[0]?.row
  if (top === undefined) return null
  let [left, right] = [Infinity, 0]
  for (const { spans } of rows) {
    left = Math.min(left, spans[0]!)
    right = Math.max(right, spans.at(-1)!)
  }
  const width = right - left
  const counts: number[] = []
  let end = 0
  for (const { row, spans } of rows) {
    const start = (row - top) * width - left
    for (let at = 0; at < spans.length; at += 2) {
      const [from, to] = [start + spans[at]!, start + spans[at + 1]!]
      if (from === end && counts.length > 0) counts[counts.length - 1]! += to - from
      else counts.push(from - end, to - from)
      end = to
    }
  }
  const height = rows.at(-1)!.row - top + 1
  if (end < width * height) counts.push(width * height - end)
  return { x: left, y: top, width, height, counts }
}
