import type { LogLine } from '@vermilion/contract/tasks/logs'

export interface LogAnswer {
  lines: readonly LogLine[]
  from: number
  total: number
  indexed: number
  size: number
  path: string
}

export interface LogState {
  total: number
  indexed: number
  size: number
  /** Null until the first response. */
  path: string | null
  problem: unknown
  version: number
}

interface LogLinesNeeds {
  load: (from: number, count: number, signal: AbortSignal) => Promise<LogAnswer>
}

export type LogLines = ReturnType<typeof createLogLines>

/** Lines loaded outside the view, and lines of one request. */
const margin = 60
const maxRequested = 1_000
/** The maximum of loaded lines, and those retained around the view when it is exceeded. */
const maxLoaded = 6_000
const keptAround = 2_000

/** A growing log, loaded only around the view. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createLogLines({ load }: LogLinesNeeds) {
  const loaded = new Map<number, LogLine>()
  const listeners = new Set<() => void>()
  let state: LogState = { total: 0, indexed: 0, size: 0, path: null, problem: null, version: 0 }
  let view = { first: 0, last: -1 }
  let asking: { from: number; to: number; stop: AbortController } | undefined
  /** The incomplete last line, and the log's bytes at that time. */
  let open = { line: -1, size: 0 }
  let requestCount = 0
  let responseCount = 0
  let round = 0

  function change(changes: Partial<LogState>): void {
    state = { ...state, ...changes, version: state.version + 1 }
    for (const listener of listeners) listener()
  }

  async function ask(from: number, count: number, signal: AbortSignal): Promise<void> {
    const [number, startRound] = [(requestCount += 1), round]
    const response = await load(from, count, signal)
    if (number > responseCount) {
      responseCount = number
      apply(response)
    } else if (startRound === round) fill(response)
  }

  /** Adds slightly outdated lines where none are loaded, except the last, which has grown since. */
  function fill({ lines, from, total }: LogAnswer): void {
    for (const [index, line] of lines.entries()) {
      const number = from + index
      if (number < total - 1 && !loaded.has(number)) loaded.set(number, line)
    }
    if (lines.length > 0) change({})
  }

  function apply({ lines, from, total, indexed, size, path }: LogAnswer): void {
    // A shorter log is a different one.
    if (total < state.total || size < state.size) {
      loaded.clear()
      round += 1
    }
    for (const [index, line] of lines.entries()) loaded.set(from + index, line)
    if (lines.length > 0 && from + lines.length === total) open = { line: total - 1, size: indexed }
    if (loaded.size > maxLoaded) {
      for (const line of loaded.keys()) {
        if (line < view.first - keptAround || line > view.last + keptAround) loaded.delete(line)
      }
    }
    const same = total === state.total && indexed === state.indexed && size === state.size && state.path === path
    if (!same || lines.length > 0 || state.problem !== null) change({ total, indexed, size, path, problem: null })
  }

  const isMissing = (line: number) => !loaded.has(line) || (line === open.line && state.indexed > open.size)

  function missing(): { from: number; to: number } | undefined {
    const to = Math.min(state.total - 1, view.last + margin)
    let from = Math.max(0, view.first - margin)
    while (from <= to && !isMissing(from)) from += 1
    let end = to
    while (end >= from && !isMissing(end)) end -= 1
    return from > end ? undefined : { from, to: Math.min(end, from + maxRequested - 1) }
  }

  async function askOn(): Promise<void> {
    const missingRange = missing()
    if (missingRange === undefined) return
    if (asking !== undefined) {
      const covered =
        asking.from <= Math.max(view.first, missingRange.from) && asking.to >= Math.min(view.last, missingRange.to)
      if (covered) return
      asking.stop.abort()
    }
    const mine = { ...missingRange, stop: new AbortController() }
    asking = mine
    try {
      await ask(missingRange.from, missingRange.to - missingRange.from + 1, mine.stop.signal)
    } catch (problem) {
      if (!mine.stop.signal.aborted) change({ problem })
      return
    } finally {
      if (asking === mine) asking = undefined
    }
    void askOn()
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    line: (number: number): LogLine | undefined => loaded.get(number),

    want(first: number, last: number): void {
      view = { first, last }
      void askOn()
    },

    /** Polls for growth, with the last lines or none. Resolves to true when the log has grown. */
    async poll(count: number, signal: AbortSignal): Promise<boolean> {
      const startRound = state
      try {
        await ask(-Math.max(1, count), count, signal)
      } catch (problem) {
        if (!signal.aborted) change({ problem })
        return false
      }
      // Following the end, the new lines are in the response already.
      if (count === 0) void askOn()
      return state.size !== startRound.size || state.indexed !== startRound.indexed || startRound.path === null
    },

    replace(number: number, line: LogLine): void {
      loaded.set(number, line)
      change({})
    },
  }
}
