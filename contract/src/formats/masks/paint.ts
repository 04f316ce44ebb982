import { spansByRow } from '../../labels/contours.ts'
import type { Mask } from '../../labels/mask.ts'
import { maskOfSpans } from '../../labels/raster.ts'
import type { ImageSize } from '../codec.ts'

/** Rows of a picture with each mask's value, later ones on top. The array is reused. */
export function* paintedRows(
  layers: readonly { mask: Mask; value: number }[],
  { width, height }: ImageSize,
  ground = 0,
): Generator<Int32Array> {
  const rows = layers.map(({ mask, value }) => ({ mask, value, spans: spansByRow(mask) }))
  const row = new Int32Array(width)
  for (let y = 0; y < height; y += 1) {
    row.fill(ground)
    for (const { mask, value, spans } of rows) {
      const own = spans[y - mask.y]
      if (own === undefined) continue
      for (let at = 0; at < own.length; at += 2) row.fill(value, mask.x + own[at]!, mask.x + own[at + 1]!)
    }
    yield row
  }
}

export function createMaskCollector() {
  const spansOfLabels = new Map<number, { row: number; spans: number[] }[]>()
  let y = 0
  return {
    addRow(row: Int32Array, ground: number): void {
      for (let from = 0; from < row.length;) {
        const value = row[from]!
        let to = from + 1
        while (to < row.length && row[to] === value) to += 1
        if (value !== ground) add(value, from, to)
        from = to
      }
      y += 1
    },
    masks: (): { value: number; mask: Mask }[] =>
      [...spansOfLabels].sort(([a], [b]) => a - b).map(([value, rows]) => ({ value, mask: maskOfSpans(rows)! })),
  }

  function add(value: number, from: number, to: number): void {
    const rows = spansOfLabels.get(value)
    if (rows === undefined) spansOfLabels.set(value, [{ row: y, spans: [from, to] }])
    else if (rows.at(-1)!.row === y) rows.at(-1)!.spans.push(from, to)
    else rows.push({ row: y, spans: [from, to] })
  }
}
