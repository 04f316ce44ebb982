import { fillPath } from '@vermilion/contract/kernel/endpoint'
import {
  type LineState,
  terminalBeat,
  terminalNews,
  type TerminalNews,
  terminalProtocol,
  terminalSocketPath,
  type TerminalWish,
  tokenProtocol,
} from '@vermilion/contract/terminals'
import { openSocket } from '#lib/http/open-socket.ts'

interface LineNeeds {
  terminalId: string
  /** Asks whether the terminal still exists; rejects without a response. */
  look: () => Promise<boolean>
  /** The offset of the output to go on from. */
  offset: () => number
  onState: (state: LineState) => void
  onOpen: () => void
  onNews: (news: TerminalNews) => void
  onBytes: (bytes: Uint8Array) => void
  /** The terminal is there no more. */
  onGone: () => void
}

const shortestPause = 250
const longestPause = 8_000
/** Milliseconds without a sign of life after which the line is doubted, and given up. */
const doubt = 1.5 * terminalBeat
const loss = 2.5 * terminalBeat

/** A socket to a terminal that opens itself again, after pauses that double, until it is closed. */
export function openTerminalLine(needs: LineNeeds) {
  let socket: WebSocket | null = null
  let pause = shortestPause
  let lastReceivedAt = performance.now()
  let isClosed = false
  let retry: ReturnType<typeof setTimeout>
  const isOpen = () => socket?.readyState === WebSocket.OPEN
  const silence = () => performance.now() - lastReceivedAt

  function connect(): void {
    drop()
    needs.onState('connecting')
    const path = `${fillPath(terminalSocketPath, { terminalId: needs.terminalId })}?from=${needs.offset()}`
    const opened = openSocket(path, terminalProtocol, tokenProtocol)
    socket = opened
    lastReceivedAt = performance.now()
    opened.addEventListener('open', needs.onOpen)
    opened.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      lastReceivedAt = performance.now()
      if (typeof data === 'string') needs.onNews(terminalNews.parse(JSON.parse(data)))
      else needs.onBytes(new Uint8Array(data))
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
    if (isClosed) return
    needs.onState('disconnected')
    retry = setTimeout(() => void tryAgain(), pause)
    pause = Math.min(2 * pause, longestPause)
  }

  async function tryAgain(): Promise<void> {
    needs.onState('connecting')
    const isThere = await needs.look().catch(() => null)
    if (isClosed) return
    if (isThere === null) comeBack()
    else if (isThere) connect()
    else needs.onGone()
  }

  connect()
  return {
    isOpen,
    send(message: TerminalWish): void {
      if (isOpen()) socket?.send(JSON.stringify(message))
    },
    /** False when nobody hears it. */
    sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
      if (!isOpen()) return false
      socket?.send(bytes)
      return true
    },
    /** The line works: the next pause is the shortest again. */
    resetPause: () => void (pause = shortestPause),
    comeBack,
    /** Tries at once what would be tried after a pause. */
    hurry(): void {
      clearTimeout(retry)
      if (socket === null) void tryAgain()
    },
    isDoubtful: () => silence() > doubt,
    isLost: () => socket !== null && silence() > loss,
    close(): void {
      isClosed = true
      drop()
    },
  }
}
