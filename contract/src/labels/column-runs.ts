import { spansByRow } from './contours.ts'
import type { Mask } from './mask.ts'
import { maskOfSpans } from './raster.ts'

interface Size {
  width: number
  height: number
}

function createRuns() {
  const counts: number[] = []
  let inside = false
  let length = 0
  return {
    add(value: boolean, count: number): void {
      if (count === 0) return
      if (value !== inside) {
        counts.push(length)
        inside = value
        length = 0
      }
      length += count
    },
    end(): number[] {
      counts.push(length)
      return counts
    },
  }
}

/** `lines` of `length` each. Memory grows with the runs and one line, not with the pixels. */
function transposed(counts: readonly number[], lines: number, length: number): number[] {
  // Positions at which a line crosses between outside and inside, collected by position.
  const changes: { position: number; line: number }[] = []
  let at = 0
  for (const [turn, count] of counts.entries()) {
    const end = at + count
    if (turn % 2 === 1 && count > 0) {
      for (let from = at; from < end;) {
        const line = Math.floor(from / length)
        const to = Math.min(end, (line + 1) * length)
        changes.push({ position: from - line * length, line })
        if (to < (line + 1) * length) changes.push({ position: to - line * length, line })
        from = to
      }
    }
    at = end
  }
  changes.sort((a, b) => a.position - b.position)
  const across = new Uint8Array(lines)
  const runs = createRuns()
  for (let position = 0, next = 0; position < length;) {
    while (changes[next]?.position === position) {
      across[changes[next]!.line]! ^= 1
      next += 1
    }
    const until = changes[next]?.position ?? length
    repeat(runs, across, until - position)
    position = until
  }
  return runs.end()
}

function repeat(runs: ReturnType<typeof createRuns>, across: Uint8Array, times: number): void {
  const parts: [boolean, number][] = []
  for (let from = 0; from < across.length;) {
    let to = across.indexOf(across[from]! ^ 1, from)
    if (to < 0) to = across.length
    parts.push([across[from] === 1, to - from])
    from = to
  }
  const [only] = parts
  if (parts.length === 1 && only !== undefined) runs.add(only[0], only[1] * times)
  else for (let time = 0; time < times; time += 1) for (const [inside, count] of parts) runs.add(inside, count)
}

export function partInside(mask: Mask, image: Size): Mask | null {
  const { x, y, width, height } = mask
  if (x >= 0 && y >= 0 && x + width <= image.width && y + height <= image.height) return mask
  const rows = spansByRow(mask).flatMap((rowSpans, at) => {
    const row = y + at
    const spans: number[] = []
    for (let index = 0; index < rowSpans.length; index += 2) {
      const [from, to] = [Math.max(0, x + rowSpans[index]!), Math.min(image.width, x + rowSpans[index + 1]!)]
      if (from < to) spans.push(from, to)
    }
    return row < 0 || row >= image.height || spans.length === 0 ? [] : [{ row, spans }]
  })
  return maskOfSpans(rows)
}

/** Alternating lengths, outside first, down the columns of the full image. Pixels outside the image are dropped. */
export function columnRuns(mask: Mask, image: Size): number[] {
  const part = partInside(mask, image)
  if (part === null) return [image.width * image.height]
  const { x, y, width, height, counts } = part
  const runs = createRuns()
  runs.add(false, x * image.height)
  let row = 0
  for (const [turn, runLength] of transposed(counts, height, width).entries()) {
    for (let left = runLength; left > 0;) {
      if (row === 0) runs.add(false, y)
      const count = Math.min(left, height - row)
      runs.add(turn % 2 === 1, count)
      left -= count
      row += count
      if (row === height) {
        runs.add(false, image.height - y - height)
        row = 0
      }
    }
  }
  runs.add(false, (image.width - x - width) * image.height)
  return runs.end()
}

/** Mask of COCO's RLE; null when empty. Counts must fill the image. */
export function maskOfColumnRuns(counts: readonly number[], image: Size): Mask | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  let at = 0
  for (const [turn, count] of counts.entries()) {
    const end = at + count
    if (turn % 2 === 1 && count > 0) {
      const first = Math.floor(at / image.height)
      const last = Math.floor((end - 1) / image.height)
      left = Math.min(left, first)
      right = Math.max(right, last)
      top = Math.min(top, first === last ? at - first * image.height : 0)
      bottom = Math.max(bottom, first === last ? end - 1 - first * image.height : image.height - 1)
    }
    at = end
  }
  if (right < 0) return null
  const width = right - left + 1
  const height = bottom - top + 1
  const window = createRuns()
  let column = 0
  let row = 0
  for (const [turn, runLength] of counts.entries()) {
    for (let rest = runLength; rest > 0;) {
      const count = Math.min(rest, image.height - row)
      if (column >= left && column <= right) {
        const from = Math.max(row, top)
        const to = Math.min(row + count, bottom + 1)
        if (to > from) window.add(turn % 2 === 1, to - from)
      }
      rest -= count
      row += count
      if (row === image.height) {
        row = 0
        column += 1
      }
    }
  }
  return { x: left, y: top, width, height, counts: transposed(window.end(), width, height) }
}

/**
 * COCO's compressed RLE: from the fourth number on, differences to the number two before; groups of five bits from the lowest,
 * with a sixth bit for continuation, as characters from `0` (48).
 */
export function compressRuns(counts: readonly number[]): string {
  let text = ''
  for (const [index, count] of counts.entries()) {
    let rest = index > 2 ? count - counts[index - 2]! : count
    for (let more = true; more;) {
      const bits = rest - Math.floor(rest / 32) * 32
      rest = Math.floor(rest / 32)
      more = (bits & 16) === 0 ? rest !== 0 : rest !== -1
      text += String.fromCharCode(48 + bits + (more ? 32 : 0))
    }
  }
  return text
}

export function expandRuns(text: string): number[] | null {
  const counts: number[] = []
  for (let at = 0; at < text.length;) {
    let value = 0
    let weight = 1
    for (let more = true; more;) {
      const code = text.charCodeAt(at) - 48
      at += 1
      if (!(code >= 0 && code < 64) || weight > 2 ** 40) return null
      value += (code & 31) * weight
      weight *= 32
      more = (code & 32) !== 0
      if (!more && (code & 16) !== 0) value -= weight
      if (more && at >= text.length) return null
    }
    const count = counts.length > 2 ? value + counts[counts.length - 2]! : value
    if (count < 0) return null
    counts.push(count)
  }
  return counts
}
