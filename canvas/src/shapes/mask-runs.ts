import type { Box } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'

/** Sorted, disjoint intervals of a window's positions, row by row: start at even, exclusive end at odd indices. */
export type Stretches = readonly number[]

export type MaskOperation = 'unite' | 'subtract' | 'intersect'

/** Unites or subtracts masks; null when nothing is left. Cost depends on runs, not pixels. */
export function combinedMasks(first: Mask, second: Mask, operation: MaskOperation): Mask | null {
  const window = windowAround([first, second])
  return maskOfStretches(merged(stretchesOf(first, window), stretchesOf(second, window), operation), window)
}

export function meets(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

export function maskOfStretches(stretches: Stretches, window: Box): Mask | null {
  if (stretches.length === 0) return null
  const { width } = window
  const top = Math.floor(stretches[0]! / width)
  const bottom = Math.floor((stretches.at(-1)! - 1) / width)
  let [left, right] = [width, 0]
  for (let at = 0; at < stretches.length; at += 2) {
    const [from, last] = [stretches[at]!, stretches[at + 1]! - 1]
    const oneRow = Math.floor(from / width) === Math.floor(last / width)
    left = Math.min(left, oneRow ? from % width : 0)
    right = Math.max(right, oneRow ? (last % width) + 1 : width)
  }
  const tight = { x: window.x + left, y: window.y + top, width: right - left, height: bottom - top + 1 }
  const counts: number[] = []
  let end = 0
  const inside = rewindowed(stretches, window, tight)
  for (let at = 0; at < inside.length; at += 2) {
    counts.push(inside[at]! - end, inside[at + 1]! - inside[at]!)
    end = inside[at + 1]!
  }
  if (end < tight.width * tight.height) counts.push(tight.width * tight.height - end)
  return { ...tight, counts }
}

export function push(stretches: number[], from: number, to: number): void {
  if (stretches.length > 0 && stretches.at(-1)! >= from)
    stretches[stretches.length - 1] = Math.max(stretches.at(-1)!, to)
  else stretches.push(from, to)
}

function windowAround(masks: readonly Mask[]): Box {
  const x = Math.min(...masks.map((mask) => mask.x))
  const y = Math.min(...masks.map((mask) => mask.y))
  const right = Math.max(...masks.map((mask) => mask.x + mask.width))
  const bottom = Math.max(...masks.map((mask) => mask.y + mask.height))
  return { x, y, width: right - x, height: bottom - y }
}

function stretchesOf(mask: Mask, window: Box): number[] {
  const inside: number[] = []
  let at = 0
  for (const [index, count] of mask.counts.entries()) {
    if (index % 2 === 1 && count > 0) push(inside, at, at + count)
    at += count
  }
  return rewindowed(inside, mask, window)
}

function rewindowed(stretches: Stretches, from: Box, to: Box): number[] {
  const moved: number[] = []
  for (let at = 0; at < stretches.length; at += 2) {
    for (let start = stretches[at]!; start < stretches[at + 1]!;) {
      const row = Math.floor(start / from.width)
      const end = Math.min(stretches[at + 1]!, (row + 1) * from.width)
      const offset = (row + from.y - to.y) * to.width + from.x - to.x - row * from.width
      push(moved, start + offset, end + offset)
      start = end
    }
  }
  return moved
}

const keeps: Record<MaskOperation, (first: boolean, second: boolean) => boolean> = {
  unite: (first, second) => first || second,
  subtract: (first, second) => first && !second,
  intersect: (first, second) => first && second,
}

/** Sweeps both lists, tracking which are inside at each border. */
function merged(first: Stretches, second: Stretches, operation: MaskOperation): number[] {
  const keep = keeps[operation]
  const result: number[] = []
  let [a, b, start] = [0, 0, -1]
  while (a < first.length || b < second.length) {
    const position = Math.min(first[a] ?? Infinity, second[b] ?? Infinity)
    if (first[a] === position) a += 1
    if (second[b] === position) b += 1
    const inside = keep(a % 2 === 1, b % 2 === 1)
    if (inside && start < 0) start = position
    if (!inside && start >= 0) {
      push(result, start, position)
      start = -1
    }
  }
  return result
}
