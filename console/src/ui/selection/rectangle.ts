export interface GridShape {
  columns: number
  cellWidth: number
  cellHeight: number
  gap: number
  count: number
}

export interface Point {
  x: number
  y: number
}

export function cellsTouched(a: Point, b: Point, { columns, cellWidth, cellHeight, gap, count }: GridShape): number[] {
  const across = touched([a.x, b.x], cellWidth, gap, columns)
  const down = touched([a.y, b.y], cellHeight, gap, Math.ceil(count / columns))
  return down.flatMap((row) => across.map((column) => row * columns + column)).filter((index) => index < count)
}

/** The first and last stripe that a span meets; stripes are separated by gaps. */
function touched([one = 0, other = 0]: number[], length: number, gap: number, stripes: number): number[] {
  const [from, to] = one < other ? [one, other] : [other, one]
  const step = length + gap
  // A span that begins in a gap does not touch the stripe before it.
  const first = Math.max(0, Math.floor(from / step) + (from - Math.floor(from / step) * step > length ? 1 : 0))
  const last = Math.min(stripes - 1, Math.floor(to / step))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
