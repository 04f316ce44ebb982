import type { LineIndex, LogSource } from './line-index.ts'
import { createLineNumbers } from './line-numbers.ts'
import { createNeedle, shownText } from './needle.ts'

/** Bytes per slice: a few milliseconds of work. */
const slice = 512 * 1024
/** Limit of stored matches; beyond it the search reports that there are more. */
const maxMatches = 1_000_000
/** Overlap of the parts of an endless line, so matches across the border are found, with escape sequences. */
const overlap = 512
const lineBreak = 0x0a

export type LogSearch = ReturnType<typeof createLogSearch>

/** A resumable search: repeated requests, the next match and a grown log cost only the new bytes. */
export function createLogSearch(source: LogSource, index: LineIndex, request: { query: string; matchCase: boolean }) {
  const needle = createNeedle(request.query, request.matchCase)
  const matches = createLineNumbers()
  let round = index.round()
  let offset = 0
  let line = 0
  let open: { end: number; matches: number } | undefined
  let advancing: Promise<void> | undefined

  function begin(): void {
    matches.cut(0)
    round = index.round()
    offset = line = 0
    open = undefined
  }

  /** Ends the slice at a line break, unless a line is longer than a slice. */
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
      // Complete lines only; the rest is searched again.
      line += needle.find(shownText(bytes.subarray(0, last)), (at) => matches.add(line + at))
      offset += last
      return
    }
    const previous = matches.count()
    needle.find(shownText(bytes), (at) => matches.add(line + at))
    if (bytes.length > overlap * 2) offset += bytes.length - overlap
    else open = { end, matches: previous }
  }

  async function searchOn(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (round !== index.round()) begin()
    if (open !== undefined && open.end < index.indexed()) {
      // The unfinished line may have changed.
      matches.cut(open.matches)
      open = undefined
    }
    const until = performance.now() + milliseconds
    while (open === undefined && offset < index.indexed() && matches.count() < maxMatches) {
      await step(endOfSlice())
      if (signal.aborted || performance.now() > until) return
    }
  }

  return {
    /** Searches the indexed lines up to the time limit; concurrent callers share the work. */
    advance(milliseconds: number, signal: AbortSignal): Promise<void> {
      advancing ??= searchOn(milliseconds, signal).finally(() => (advancing = undefined))
      return advancing
    },
    searched: () => open?.end ?? offset,
    count: () => Math.min(maxMatches, matches.count()),
    more: () => matches.count() >= maxMatches && offset < index.indexed(),

    match(from: number, direction: 'next' | 'previous'): { line: number; place: number } | null {
      const count = matches.count()
      const next = matches.placeFrom(direction === 'next' ? from : from + 1)
      const position = direction === 'next' ? next % Math.max(1, count) : (next - 1 + count) % Math.max(1, count)
      const total = matches.at(position)
      return total === undefined ? null : { line: total, place: position + 1 }
    },
  }
}
