import type { LineIndex } from './line-index.ts'
import { createLineNumbers } from './line-numbers.ts'
import { createNeedle, shownText } from './needle.ts'
import type { LogSource } from './source.ts'

/** Bytes looked at in one go: a few milliseconds. */
const slice = 512 * 1024
/** Matching lines that are kept; beyond them a search says that there are more. */
const mostMatches = 1_000_000
/** Bytes by which the pieces of an endless line overlap, so that what lies across is found: a text and its colours. */
const overlap = 512
const lineBreak = 0x0a

export type LogSearch = ReturnType<typeof createLogSearch>

/**
 * A text in a log. It is searched from where the last call stopped, so that a second question, the next match and a log
 * that has grown cost only what is new.
 */
export function createLogSearch(source: LogSource, index: LineIndex, request: { query: string; matchCase: boolean }) {
  const needle = createNeedle(request.query, request.matchCase)
  const matches = createLineNumbers()
  let round = index.round()
  /** The next byte, and the line it lies in. */
  let offset = 0
  let line = 0
  /** The end of the line that is still being written, as it was looked at last, and the matches before it. */
  let open: { end: number; matches: number } | undefined
  let advancing: Promise<void> | undefined

  function begin(): void {
    matches.cut(0)
    round = index.round()
    offset = line = 0
    open = undefined
  }

  /** Where the next slice ends: where a line begins, unless a line is longer than a slice. */
  function endOfSlice(): number {
    const mark = index.mark(index.placeAt(offset + slice))
    return mark !== undefined && mark.offset > offset ? mark.offset : Math.min(offset + slice, index.indexed())
  }

  async function step(end: number): Promise<void> {
    const bytes = (await source.read({ offset, limit: end - offset }))?.bytes
    if (bytes === undefined || bytes.length === 0) {
      offset = end
      return
    }
    const last = bytes.lastIndexOf(lineBreak) + 1
    if (last > 0) {
      // Whole lines, as far as there are; the rest comes again.
      line += needle.find(shownText(bytes.subarray(0, last)), (at) => matches.add(line + at))
      offset += last
      return
    }
    const previous = matches.count()
    needle.find(shownText(bytes), (at) => matches.add(line + at))
    if (bytes.length > overlap * 2) offset += bytes.length - overlap
    else open = { end, matches: previous }
  }

  async function look(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (round !== index.round()) begin()
    if (open !== undefined && open.end < index.indexed()) {
      // The line that was still being written may show something else by now.
      matches.cut(open.matches)
      open = undefined
    }
    const until = performance.now() + milliseconds
    while (open === undefined && offset < index.indexed() && matches.count() < mostMatches) {
      await step(endOfSlice())
      if (signal.aborted || performance.now() > until) return
    }
  }

  return {
    /** Searches on to what the index knows, or for about so long; together with whoever asks at the same time. */
    advance(milliseconds: number, signal: AbortSignal): Promise<void> {
      advancing ??= look(milliseconds, signal).finally(() => (advancing = undefined))
      return advancing
    },
    searched: () => open?.end ?? offset,
    count: () => Math.min(mostMatches, matches.count()),
    more: () => matches.count() >= mostMatches && offset < index.indexed(),

    /** The match at or behind a line, or at or before it; beyond the ends the first or last of all. */
    match(from: number, direction: 'next' | 'previous'): { line: number; place: number } | null {
      const count = matches.count()
      const next = matches.placeFrom(direction === 'next' ? from : from + 1)
      const position = direction === 'next' ? next % Math.max(1, count) : (next - 1 + count) % Math.max(1, count)
      const total = matches.at(position)
      return total === undefined ? null : { line: total, place: position + 1 }
    },
  }
}
