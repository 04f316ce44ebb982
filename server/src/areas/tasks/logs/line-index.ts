import type { LogSource } from './source.ts'

/** A mark is set at least every so many lines, and where so many bytes have passed. */
const linesBetween = 128
export const bytesBetween = 64 * 1024
/** Bytes looked at in one go: about a millisecond. */
const slice = 512 * 1024
const lineBreak = 0x0a

/** The beginning of a line. */
export interface Mark {
  line: number
  offset: number
}

export type LineIndex = ReturnType<typeof createLineIndex>

/**
 * Where the lines of a growing log lie: the offset of every so many-th line, found in slices between which everything
 * else goes on. Line starts between two marks are less than `bytesBetween` from the first of them.
 */
export function createLineIndex(source: LogSource) {
  let lines: number[] = [0]
  let offsets: number[] = [0]
  let finished = 0
  let lastStart = 0
  let indexed = 0
  let size = 0
  let round = 0
  let advancing: Promise<boolean> | undefined

  function forget(): void {
    lines = [0]
    offsets = [0]
    finished = lastStart = indexed = 0
    round += 1
  }

  function take(bytes: Buffer): void {
    for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) {
      finished += 1
      lastStart = indexed + at + 1
      const index = lines.length - 1
      const due = finished - (lines[index] ?? 0) >= linesBetween || lastStart - (offsets[index] ?? 0) >= bytesBetween
      if (due) {
        lines.push(finished)
        offsets.push(lastStart)
      }
    }
    indexed += bytes.length
  }

  async function look(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds
    for (;;) {
      const part = await source.read({ offset: indexed, limit: slice })
      if (part === null) return false
      // A log that has become shorter is another one.
      if (part.size < indexed) {
        forget()
        size = part.size
        continue
      }
      size = part.size
      take(part.bytes)
      if (part.bytes.length === 0 || indexed >= size || performance.now() > until) return true
    }
  }

  return {
    /** Looks on, up to the end of the log or for about so long. False while there is no log. */
    advance(milliseconds: number): Promise<boolean> {
      advancing ??= look(milliseconds).finally(() => (advancing = undefined))
      return advancing
    },
    /** Lines known, with the one that is still being written. */
    total: () => finished + (indexed > lastStart ? 1 : 0),
    finished: () => finished,
    indexed: () => indexed,
    size: () => size,
    /** Changes when what was known no longer holds. */
    round: () => round,
    mark(index: number): Mark | undefined {
      const [line, offset] = [lines[index], offsets[index]]
      return line === undefined || offset === undefined ? undefined : { line, offset }
    },
    /** The last mark at or before a line. */
    placeOf: (line: number): number => lastAtMost(lines, line),
    /** The last mark at or before a byte. */
    placeAt: (offset: number): number => lastAtMost(offsets, offset),
  }
}

function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ascending[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}
