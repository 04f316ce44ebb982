import { maxUnread, type LineState, type Terminal as TerminalInfo } from '@vermilion/contract/terminals'
import type { WebSocket } from 'ws'
import { createRing } from './ring.ts'
import type { Terminal } from './terminal.ts'
import { createViewer, type Viewer } from './viewer.ts'

export const maxKeptBytes = 1_048_576
/** With each viewer's window, a session stays below 4 MB. */
export const maxViewers = 8
/** Unsent bytes at every viewer above which the command is paused, and below which it resumes. */
const high = 524_288
const low = 131_072
/** Milliseconds in which output is batched, and between two checks of viewers that a command waits for. */
const gathering = 4
const lookEvery = 1_000

export type Session = ReturnType<typeof createSession>

interface SessionNeeds {
  terminal: Terminal
  columns: number
  rows: number
  now: () => number
  onEnd: () => void
  onLine: () => void
}

/**
 * A terminal that lives with or without viewers. Its size follows the viewer who typed last, its speed the fastest viewer; a
 * slower one skips output and is told so.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSession({ terminal, columns, rows, now, onEnd, onLine }: SessionNeeds) {
  const ring = createRing(maxKeptBytes)
  const viewers = new Set<Viewer>()
  let size = { columns, rows }
  let leader: Viewer | null = null
  let exit: TerminalInfo['exit'] = null
  let usedAt = now()
  let isPaused = false
  let isScheduled = false
  let sentAt = 0

  function sendAll(): void {
    isScheduled = false
    sentAt = performance.now()
    for (const viewer of viewers) viewer.send()
    keepPace()
  }

  /** Sends at once after silence, so that an echo does not wait; then in larger batches. */
  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    if (performance.now() - sentAt > gathering) setImmediate(sendAll)
    else setTimeout(sendAll, gathering)
  }

  function keepPace(): void {
    const behind = [...viewers].map((viewer) => viewer.behind()).filter((bytes) => bytes !== null)
    const least = behind.length === 0 ? 0 : Math.min(...behind)
    if (isPaused ? least < low : least > high) {
      isPaused = !isPaused
      if (isPaused) terminal.pause()
      else terminal.resume()
    }
  }
  const looking = setInterval(() => isPaused && keepPace(), lookEvery)
  looking.unref()

  function tellAll(news: Parameters<Viewer['tell']>[0]): void {
    for (const viewer of viewers) viewer.tell(news)
  }

  function resize(wished: { columns: number; rows: number } | null): void {
    if (wished === null || (wished.columns === size.columns && wished.rows === size.rows)) return
    size = wished
    if (exit === null) terminal.resize(size.columns, size.rows)
    tellAll({ type: 'size', ...size })
  }

  function lead(viewer: Viewer): void {
    leader = viewer
    resize(viewer.requestedSize())
  }

  function write(bytes: Buffer | string): void {
    usedAt = now()
    // A command that reads nothing gets no more input, which would pile up.
    if (exit === null && terminal.unread() + bytes.length <= maxUnread) terminal.write(bytes)
  }

  function countAgain(): void {
    usedAt = now()
    tellAll({ type: 'viewers', count: viewers.size })
    keepPace()
  }

  terminal.onData((bytes) => {
    usedAt = now()
    ring.append(bytes)
    schedule()
  })
  const line = (): LineState => terminal.line?.state() ?? 'connected'
  terminal.line?.onChange((state) => {
    tellAll({ type: 'line', state })
    onLine()
  })
  void terminal.exit.then((how) => {
    exit = how
    usedAt = now()
    clearInterval(looking)
    for (const viewer of viewers) viewer.finish(how)
    onEnd()
  })

  return {
    /** Null when there are too many viewers. */
    view(from: number): ((socket: WebSocket) => void) | null {
      if (viewers.size >= maxViewers) return null
      return (socket) => {
        const viewer = createViewer({
          socket,
          ring,
          from,
          onInput(typing, bytes) {
            if (leader !== typing) lead(typing)
            write(bytes)
          },
          onReply: (responding, text) => leader === responding && write(text),
          onSize: (sizing) => (leader ?? sizing) === sizing && lead(sizing),
          onPace: keepPace,
          onGone(removed) {
            viewers.delete(removed)
            if (leader === removed) leader = null
            // The last remaining viewer leads.
            const [rest] = viewers
            if (leader === null && viewers.size === 1 && rest !== undefined) lead(rest)
            countAgain()
          },
        })
        viewers.add(viewer)
        viewer.tell({ type: 'size', ...size })
        if (terminal.line !== undefined) viewer.tell({ type: 'line', state: line() })
        countAgain()
        viewer.send()
        if (exit !== null) viewer.finish(exit)
      }
    },
    state: () => ({ ...size, viewers: viewers.size, line: line(), exit }),
    /** Milliseconds since a viewer, input or output. */
    unused: () => (viewers.size > 0 && exit === null ? 0 : now() - usedAt),
    /** Resolves when the hang-up has arrived, for remote terminals. */
    async hangUp(): Promise<void> {
      if (isPaused) terminal.resume()
      terminal.kill()
      if (terminal.line !== undefined) await terminal.exit
    },
    leaveAll(code: number): void {
      for (const viewer of viewers) viewer.leave(code)
    },
  }
}
