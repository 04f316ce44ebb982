import type { LogPart } from '#areas/executors'

export interface LogSource {
  /** Resolves to null while no log exists. */
  read(part: { offset: number; limit: number }): Promise<LogPart | null>
}

/** A mark is set after this many lines or this many bytes, whichever comes first. */
const linesBetween = 128
export const bytesBetween = 64 * 1024
/** Bytes per slice: about a millisecond of work. */
const slice = 512 * 1024
const lineBreak = 0x0a

export interface Mark {
  line: number
  offset: number
}

export type LineIndex = ReturnType<typeof createLineIndex>

/** Built in slices that yield to other work. Any line start is less than `bytesBetween` after a mark. */
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

  async function indexOn(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds
    for (;;) {
      const part = await source.read({ offset: indexed, limit: slice })
      if (part === null) return false
      // A log that shrank was replaced.
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
    advance(milliseconds: number): Promise<boolean> {
      advancing ??= indexOn(milliseconds).finally(() => (advancing = undefined))
      return advancing
    },
    total: () => finished + (indexed > lastStart ? 1 : 0),
    finished: () => finished,
    indexed: () => indexed,
    size: () => size,
    /** Increases when the index was discarded. */
    round: () => round,
    mark(index: number): Mark | undefined {
      const [line, offset] = [lines[index], offsets[index]]
      return line === undefined || offset === undefined ? undefined : { line, offset }
    },
    placeOf: (line: number): number => lastAtMost(lines, line),
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
