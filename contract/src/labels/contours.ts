import type { Mask } from './mask.ts'

/** Integer rings along pixel edges; rasterizing at pixel centers restores the mask. Pixels touching at a corner are apart. */
export function ringsOfMask(mask: Mask): number[][] {
  const edges = boundaryOf(mask)
  const rings: number[][] = []
  for (const start of edges.keys()) {
    while ((edges.get(start)?.length ?? 0) > 0) rings.push(follow(edges, start, mask))
  }
  return rings
}

/** Boundary edges: ends by start. A pixel corner is `row * stride + column` of the window. */
type Edges = Map<number, number[]>

function boundaryOf(mask: Mask): Edges {
  const stride = mask.width + 1
  const edges: Edges = new Map()
  const add = (from: number, to: number) => {
    const ends = edges.get(from)
    if (ends === undefined) edges.set(from, [to])
    else ends.push(to)
  }
  let above: number[] = []
  const rows = spansByRow(mask)
  for (let row = 0; row <= mask.height; row += 1) {
    const here = rows[row] ?? []
    const line = row * stride
    // The interior is to the right of the path: down right sides, up left ones.
    for (const [index, column] of here.entries()) {
      if (index % 2 === 0) add(line + stride + column, line + column)
      else add(line + column, line + stride + column)
    }
    const corners = [...new Set([...above, ...here])].sort((a, b) => a - b)
    for (let at = 0; at + 1 < corners.length; at += 1) {
      const [from, to] = [corners[at]!, corners[at + 1]!]
      const isBelow = covers(here, from)
      if (isBelow === covers(above, from)) continue
      if (isBelow) add(line + from, line + to)
      else add(line + to, line + from)
    }
    above = here
  }
  return edges
}

function covers(spans: readonly number[], column: number): boolean {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]! <= column) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

/** Start and exclusive end columns of the runs inside, row by row. */
export function spansByRow({ width, height, counts }: Mask): number[][] {
  const rows: number[][] = Array.from({ length: height }, () => [])
  let at = 0
  for (const [turn, count] of counts.entries()) {
    const end = at + count
    if (turn % 2 === 1) {
      for (let from = at; from < end;) {
        const row = Math.floor(from / width)
        const to = Math.min(end, (row + 1) * width)
        rows[row]!.push(from - row * width, to - row * width)
        from = to
      }
    }
    at = end
  }
  return rows
}

function follow(edges: Edges, start: number, mask: Mask): number[] {
  const stride = mask.width + 1
  const ring: number[] = []
  let at = start
  let way: [number, number] = [0, 0]
  do {
    const ends = edges.get(at)!
    // At a fork, the right turn stays with the same pixel.
    const index = Math.max(
      0,
      ends.findIndex((end) => isRightTurn(way, wayBetween(at, end, stride))),
    )
    const end = ends.splice(index, 1)[0]!
    const next = wayBetween(at, end, stride)
    if (next[0] !== way[0] || next[1] !== way[1]) {
      ring.push(mask.x + (at % stride), mask.y + Math.floor(at / stride))
    }
    way = next
    at = end
  } while (at !== start)
  const [x, y] = [mask.x + (start % stride), mask.y + Math.floor(start / stride)]
  const isStraight =
    ring[2] !== undefined && ring[3] !== undefined && isOnLine(ring.at(-2)!, ring.at(-1)!, x, y, ring[2], ring[3])
  return isStraight ? ring.slice(2) : ring
}

function isOnLine(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
  return (ax === bx && bx === cx) || (ay === by && by === cy)
}

function wayBetween(from: number, to: number, stride: number): [number, number] {
  const rows = Math.floor(to / stride) - Math.floor(from / stride)
  return [Math.sign((to % stride) - (from % stride)), Math.sign(rows)]
}

function isRightTurn(from: readonly [number, number], to: readonly [number, number]): boolean {
  return to[0] === -from[1] && to[1] === from[0] && (from[0] !== 0 || from[1] !== 0)
}
