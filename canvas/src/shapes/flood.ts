import type { Point } from '@vermilion/contract/labels/box'

/** Flood fill over 4-neighbors where `open` is nonzero: filled cells are 1. Null when the start is closed. */
export function flooded(open: Uint8Array, width: number, start: Point): Uint8Array | null {
  const [x, y] = [Math.floor(start.x), Math.floor(start.y)]
  const height = open.length / width
  if (x < 0 || y < 0 || x >= width || y >= height || open[y * width + x] === 0) return null
  const filled = new Uint8Array(open.length)
  const rows: number[] = [y * width + x]
  for (let at = rows.pop(); at !== undefined; at = rows.pop()) {
    if (filled[at] !== 0) continue
    const begin = at - (at % width)
    let [left, right] = [at, at + 1]
    while (left > begin && open[left - 1] !== 0 && filled[left - 1] === 0) left -= 1
    while (right < begin + width && open[right] !== 0 && filled[right] === 0) right += 1
    filled.fill(1, left, right)
    if (begin > 0) pushOpen(rows, open, filled, left - width, right - width)
    if (begin + width < open.length) pushOpen(rows, open, filled, left + width, right + width)
  }
  return filled
}

function pushOpen(rows: number[], open: Uint8Array, filled: Uint8Array, from: number, to: number): void {
  let within = false
  for (let at = from; at < to; at += 1) {
    const free = open[at] !== 0 && filled[at] === 0
    if (free && !within) rows.push(at)
    within = free
  }
}
