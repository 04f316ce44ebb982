import { fillPath } from '@vermilion/contract/kernel/endpoint'
import {
  type Terminal,
  terminalBeat,
  terminalNews,
  type TerminalNews,
  terminalProtocol,
  terminalSocketPath,
  type TerminalWish,
  tokenProtocol,
} from '@vermilion/contract/tasks/terminals'
import { openSocket } from '#lib/http/open-socket.ts'

/** R4.02. `unknown`: the line stands, but nothing was heard for too long. */
export type LineState = 'connecting' | 'connected' | 'disconnected' | 'unknown'

interface AttachmentNeeds {
  terminalId: string
  /** Whether the terminal is still there; rejects when nobody answers. */
  look: () => Promise<boolean>
  onState: (state: LineState) => void
  /** Calls `done` once the bytes are shown. `isOld`: they were written before, and what they ask is answered already. */
  onOutput: (bytes: Uint8Array, isOld: boolean, done: () => void) => void
  /** Output follows that does not continue what is shown: so many bytes are not kept. */
  onGap: (skipped: number) => void
  onSize: (size: { columns: number; rows: number }) => void
  onViewers: (count: number) => void
  onExit: (exit: NonNullable<Terminal['exit']>) => void
  onGone: () => void
}

export type Attachment = ReturnType<typeof attach>

const shortestPause = 250
const longestPause = 8_000
/** Milliseconds without a sign of life after which the line is doubted, and given up. */
const doubt = 1.5 * terminalBeat
const loss = 2.5 * terminalBeat
/** Bytes shown after which the server is told, at the latest. */
const reportEvery = 65_536

/** Looks at a terminal of the server until it is left: comes back by itself, and goes on behind what is shown. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function attach(needs: AttachmentNeeds) {
  let socket: WebSocket | null = null
  let size: { columns: number; rows: number } | null = null
  let received = 0
  let displayedOffset = 0
  let reported = 0
  let live = 0
  let pause = shortestPause
  let lastReceivedAt = performance.now()
  let isOver = false
  let retry: ReturnType<typeof setTimeout>

  const send = (message: TerminalWish) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  function connect(): void {
    drop()
    needs.onState('connecting')
    const path = `${fillPath(terminalSocketPath, { terminalId: needs.terminalId })}?from=${received}`
    const opened = openSocket(path, terminalProtocol, tokenProtocol)
    socket = opened
    lastReceivedAt = performance.now()
    opened.addEventListener('open', () => {
      if (size !== null) send({ type: 'size', ...size })
      if (document.visibilityState === 'hidden') send({ type: 'rest', resting: true })
    })
    opened.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      lastReceivedAt = performance.now()
      if (typeof data === 'string') take(terminalNews.parse(JSON.parse(data)))
      else show(new Uint8Array(data))
    })
    opened.addEventListener('close', () => {
      if (socket === opened) comeBack()
    })
  }

  /** Whatever still comes on the line is not heard. */
  function drop(): void {
    clearTimeout(retry)
    const dropped = socket
    socket = null
    dropped?.close()
  }

  function comeBack(): void {
    drop()
    if (isOver) return
    needs.onState('disconnected')
    retry = setTimeout(() => void tryAgain(), pause)
    pause = Math.min(2 * pause, longestPause)
  }

  async function tryAgain(): Promise<void> {
    needs.onState('connecting')
    const isThere = await needs.look().catch(() => null)
    if (isOver) return
    if (isThere === null) comeBack()
    else if (isThere) connect()
    else {
      leave()
      needs.onState('disconnected')
      needs.onGone()
    }
  }

  function take(news: TerminalNews): void {
    if (news.type === 'position') {
      if (news.skipped > 0) needs.onGap(news.skipped)
      received = news.from
      live = news.live
      pause = shortestPause
      needs.onState('connected')
    } else if (news.type === 'size') needs.onSize({ columns: news.columns, rows: news.rows })
    else if (news.type === 'viewers') needs.onViewers(news.count)
    else if (news.type === 'beat') needs.onState('connected')
    else {
      leave()
      needs.onState('disconnected')
      needs.onExit(news.exit)
    }
  }

  function show(bytes: Uint8Array): void {
    const old = Math.min(bytes.length, Math.max(0, live - received))
    for (const [part, isOld] of [
      [bytes.subarray(0, old), true],
      [bytes.subarray(old), false],
    ] as const) {
      if (part.length === 0) continue
      received += part.length
      const end = received
      needs.onOutput(part, isOld, () => {
        displayedOffset = end
        if (displayedOffset - reported < reportEvery && displayedOffset < received) return
        reported = displayedOffset
        send({ type: 'shown', offset: displayedOffset })
      })
    }
  }

  function reconnectNow(): void {
    if (isOver) return
    send({ type: 'rest', resting: document.visibilityState === 'hidden' })
    if (document.visibilityState === 'hidden') return
    pause = shortestPause
    if (socket?.readyState !== WebSocket.OPEN) {
      clearTimeout(retry)
      if (socket === null) void tryAgain()
    } else if (performance.now() - lastReceivedAt > doubt) comeBack()
  }

  /** The browser has lost its network or changed it: whether the line still stands shows soonest on a new one. */
  function change(): void {
    if (isOver) return
    pause = shortestPause
    comeBack()
  }

  const watching = setInterval(() => {
    const silence = performance.now() - lastReceivedAt
    if (socket?.readyState !== WebSocket.OPEN) {
      if (socket !== null && silence > loss) comeBack()
    } else if (silence > loss) comeBack()
    else if (silence > doubt) needs.onState('unknown')
  }, 1_000)
  document.addEventListener('visibilitychange', reconnectNow)
  addEventListener('offline', change)
  addEventListener('online', change)

  function leave(): void {
    isOver = true
    clearInterval(watching)
    document.removeEventListener('visibilitychange', reconnectNow)
    removeEventListener('offline', change)
    removeEventListener('online', change)
    drop()
  }

  connect()
  return {
    /** Sends what was typed; false when nobody hears it. */
    type(bytes: Uint8Array<ArrayBuffer>): boolean {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(bytes)
      return true
    },
    reply: (text: string) => send({ type: 'reply', text }),
    resize(fitting: { columns: number; rows: number }): void {
      size = fitting
      send({ type: 'size', ...fitting })
    },
    again: () => isOver || (socket === null && (clearTimeout(retry), void tryAgain())),
    leave,
  }
}
