import { terminalBeat, terminalWindow, terminalWish, type TerminalNews } from '@vermilion/contract/terminals'
import type { RawData, WebSocket } from 'ws'
import type { Ring } from './ring.ts'

type Exit = Extract<TerminalNews, { type: 'exit' }>['exit']

export interface Viewer {
  requestedSize(): { columns: number; rows: number } | null
  send(): void
  tell(news: TerminalNews): void
  /** Unsent bytes when the command has to wait for this viewer, else null. */
  behind(): number | null
  finish(exit: Exit): void
  leave(code: number): void
}

interface ViewerNeeds {
  socket: WebSocket
  ring: Ring
  from: number
  onInput(viewer: Viewer, bytes: Buffer): void
  onReply(viewer: Viewer, text: string): void
  onSize(viewer: Viewer): void
  /** The viewer's window changed, by an acknowledgment, a pause or its end. */
  onPace(viewer: Viewer): void
  onGone(viewer: Viewer): void
}

const piece = 65_536
/** Milliseconds without an acknowledgment after which nobody waits for a viewer. */
const silenceLimit = 3_000
/** Milliseconds for closing, and for sending the rest of the output before it. */
const farewell = 1_000
const lastWords = 30_000

/**
 * A viewer of a terminal. Unacknowledged output never exceeds the window and nothing else is buffered: it reads from the ring,
 * and when that has dropped unread output the viewer continues later in it.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createViewer(needs: ViewerNeeds): Viewer {
  const { socket, ring } = needs
  let request: ReturnType<Viewer['requestedSize']> = null
  let sent = 0
  let maximumListed = 0
  let received = performance.now()
  let resting = false
  let isAlive = true
  let ending: Exit | null = null
  let isOver = false

  const isOpen = () => socket.readyState === socket.OPEN && !isOver
  const tell: Viewer['tell'] = (news) => {
    if (isOpen()) socket.send(JSON.stringify(news))
  }

  function goTo(requested: number): void {
    const at = requested >= ring.start() ? Math.min(requested, ring.end()) : ring.lineFrom(ring.start())
    const skipped = Math.max(0, at - requested)
    sent = at
    maximumListed = at
    tell({ type: 'position', from: at, skipped, live: ring.end() })
  }

  function send(): void {
    while (isOpen() && !resting) {
      if (sent < ring.start()) {
        if (maximumListed < sent) return
        goTo(sent)
      }
      const available = maximumListed + terminalWindow - sent
      const bytes = ring.read(sent, Math.min(piece, available))
      if (bytes.length === 0) break
      if (maximumListed === sent) received = performance.now()
      socket.send(bytes)
      sent += bytes.length
    }
    if (ending === null || sent < ring.end() || !isOpen()) return
    tell({ type: 'exit', exit: ending })
    leave(1000, lastWords)
  }

  function leave(code: number, timeout = farewell): void {
    if (isOver) return
    isOver = true
    socket.close(code)
    setTimeout(() => socket.terminate(), timeout).unref()
  }

  function take(text: string): void {
    const { success, data } = terminalWish.safeParse(parse(text))
    if (!success) return leave(1008)
    if (data.type === 'reply') needs.onReply(viewer, data.text)
    else if (data.type === 'size') {
      request = { columns: data.columns, rows: data.rows }
      needs.onSize(viewer)
    } else {
      if (data.type === 'rest') resting = data.resting
      else maximumListed = Math.min(sent, Math.max(maximumListed, data.offset))
      received = performance.now()
      send()
      needs.onPace(viewer)
    }
  }

  const viewer: Viewer = {
    requestedSize: () => request,
    send,
    tell,
    behind() {
      const isStuck = maximumListed < sent && performance.now() - received > silenceLimit
      return !isOpen() || resting || isStuck ? null : ring.end() - sent
    },
    finish(exit) {
      ending = exit
      send()
    },
    leave: (code) => leave(code),
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    isAlive = true
    // A rejected client may not know it yet.
    if (!isOpen() || !Buffer.isBuffer(data)) return
    if (isBinary) needs.onInput(viewer, data)
    else take(data.toString())
  })
  socket.on('pong', () => (isAlive = true))
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
    tell({ type: 'beat' })
  }, terminalBeat)
  beat.unref()
  socket.once('close', () => {
    clearInterval(beat)
    isOver = true
    needs.onGone(viewer)
  })
  goTo(needs.from)
  return viewer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
