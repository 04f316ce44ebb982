import { basePath, fillPath } from '@vermilion/contract/kernel/endpoint'
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
import { session } from '#lib/api.ts'

interface ConnectionNeeds {
  terminalId: string
  checkExists: () => Promise<boolean>
  offset: () => number
  onState: (state: LineState) => void
  onOpen: () => void
  onMessage: (message: TerminalNews) => void
  onBytes: (bytes: Uint8Array) => void
  onGone: () => void
}

const shortestPause = 250
const maxPause = 8_000
/** Milliseconds without a heartbeat after which the connection is doubted, and then closed. */
const doubt = 1.5 * terminalBeat
const loss = 2.5 * terminalBeat

export function openTerminalConnection(needs: ConnectionNeeds) {
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
      if (typeof data === 'string') needs.onMessage(terminalNews.parse(JSON.parse(data)))
      else needs.onBytes(new Uint8Array(data))
    })
    opened.addEventListener('close', () => {
      if (socket === opened) reconnect()
    })
  }

  function drop(): void {
    clearTimeout(retry)
    const dropped = socket
    socket = null
    dropped?.close()
  }

  function reconnect(): void {
    drop()
    if (isClosed) return
    needs.onState('disconnected')
    retry = setTimeout(() => void tryAgain(), pause)
    pause = Math.min(2 * pause, maxPause)
  }

  async function tryAgain(): Promise<void> {
    needs.onState('connecting')
    const isThere = await needs.checkExists().catch(() => null)
    if (isClosed) return
    if (isThere === null) reconnect()
    else if (isThere) connect()
    else needs.onGone()
  }

  connect()
  return {
    isOpen,
    send(message: TerminalWish): void {
      if (isOpen()) socket?.send(JSON.stringify(message))
    },
    sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
      if (!isOpen()) return false
      socket?.send(bytes)
      return true
    },
    /** The connection works, so the next pause is the shortest again. */
    resetPause: () => void (pause = shortestPause),
    reconnect,
    retryNow(): void {
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

/** Opens an authenticated WebSocket of the API. A page cannot send headers with it, so the token is a subprotocol. */
function openSocket(path: string, protocol: string, tokenProtocol: string): WebSocket {
  const url = new URL(`.${basePath}${path}`, document.baseURI)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url, [protocol, `${tokenProtocol}${session.token() ?? ''}`])
  socket.binaryType = 'arraybuffer'
  return socket
}
