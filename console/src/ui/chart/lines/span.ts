export interface Span {
  readonly from: number
  readonly to: number
}

export interface Points {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

export function positionOf(x: ArrayLike<number>, index: number): number {
  let [low, high] = [0, x.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((x[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  return low
}

export function nearestTo(x: ArrayLike<number>, index: number): number {
  const after = positionOf(x, index)
  if (after === 0) return x.length === 0 ? -1 : 0
  if (after === x.length) return after - 1
  return index - (x[after - 1] ?? 0) <= (x[after] ?? 0) - index ? after - 1 : after
}

export function extentOf(all: readonly Points[]): Span | null {
  let [from, to] = [Infinity, -Infinity]
  for (const { x } of all) {
    if (x.length === 0) continue
    from = Math.min(from, x[0] ?? Infinity)
    to = Math.max(to, x[x.length - 1] ?? -Infinity)
  }
  if (from > to) return null
  // For large numbers, a half is below the floating-point precision.
  const half = from === to ? Math.max(0.5, Math.abs(from) * 1e-9) : 0
  return { from: from - half, to: to + half }
}

export function rangeIn(
  all: readonly Points[],
  { from, to }: Span,
  logarithmic: boolean,
): readonly [number, number] | null {
  let [low, high] = [Infinity, -Infinity]
  for (const { x, y } of all) {
    const end = Math.min(x.length, positionOf(x, to) + 1)
    for (let at = Math.max(0, positionOf(x, from) - 1); at < end; at += 1) {
      const value = y[at] ?? 0
      if (logarithmic && value <= 0) continue
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return low > high ? null : [low, high]
}

/** A factor below one shows less. The span stays within the extent and above the floating-point precision. */
export function zoomed(view: Span, extent: Span, position: number, factor: number): Span {
  const minSpan = Math.max(Math.abs(extent.to), Math.abs(extent.from), extent.to - extent.from) * 1e-9
  const width = Math.max(minSpan, (view.to - view.from) * factor)
  if (width >= extent.to - extent.from) return extent
  const from = position - ((position - view.from) / (view.to - view.from)) * width
  return within({ from, to: from + width }, extent)
}

export function moved(view: Span, extent: Span, by: number): Span {
  return within({ from: view.from + by, to: view.to + by }, extent)
}

function within({ from, to }: Span, extent: Span): Span {
  if (from < extent.from) return { from: extent.from, to: extent.from + (to - from) }
  if (to > extent.to) return { from: extent.to - (to - from), to: extent.to }
  return { from, to }
}

/** Adds half a span on each side, so that panning shows content at once. */
export function around({ from, to }: Span): Span {
  return { from: from - (to - from) / 2, to: to + (to - from) / 2 }
}
