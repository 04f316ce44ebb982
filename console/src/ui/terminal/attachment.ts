import type { LineState, Terminal, TerminalNews } from '@vermilion/contract/terminals'
import { createOutputPosition } from './output-position.ts'
import { openTerminalConnection } from './terminal-connection.ts'

interface AttachmentNeeds {
  terminalId: string
  /** Asks whether the terminal still exists; rejects without a response. */
  checkExists: () => Promise<boolean>
  onState: (state: LineState) => void
  /** Calls `done` when the bytes are shown. `isOld` marks output from before, whose queries were answered already. */
  onOutput: (bytes: Uint8Array, isOld: boolean, done: () => void) => void
  /** The output that follows does not continue what is shown, since this number of bytes was dropped. */
  onGap: (skipped: number) => void
  onSize: (size: { columns: number; rows: number }) => void
  onViewers: (count: number) => void
  onLine: (state: LineState) => void
  onExit: (exit: NonNullable<Terminal['exit']>) => void
  onGone: () => void
}

export type Attachment = ReturnType<typeof attach>

/** Attaches to a terminal of the server until it is closed. It reconnects by itself and continues after the displayed output. */
export function attach(needs: AttachmentNeeds) {
  const { terminalId, checkExists, onState, onOutput, onGone } = needs
  let size: { columns: number; rows: number } | null = null
  let isOver = false
  const output = createOutputPosition({ onOutput, report: (offset) => connection.send({ type: 'shown', offset }) })

  const connection = openTerminalConnection({
    terminalId,
    checkExists,
    offset: output.received,
    onState,
    onOpen() {
      if (size !== null) connection.send({ type: 'size', ...size })
      if (document.visibilityState === 'hidden') connection.send({ type: 'rest', resting: true })
    },
    onMessage: handleMessage,
    onBytes: output.receive,
    onGone() {
      leave()
      onState('disconnected')
      onGone()
    },
  })

  function handleMessage(message: TerminalNews): void {
    if (message.type === 'position') {
      if (message.skipped > 0) needs.onGap(message.skipped)
      output.continueFrom(message.from, message.live)
      connection.resetPause()
      onState('connected')
    } else if (message.type === 'size') needs.onSize({ columns: message.columns, rows: message.rows })
    else if (message.type === 'viewers') needs.onViewers(message.count)
    else if (message.type === 'line') needs.onLine(message.state)
    else if (message.type === 'beat') onState('connected')
    else {
      leave()
      onState('disconnected')
      needs.onExit(message.exit)
    }
  }

  const unwatch = watchPage({
    onVisibility(isHidden) {
      connection.send({ type: 'rest', resting: isHidden })
      if (isHidden) return
      connection.resetPause()
      if (!connection.isOpen()) connection.retryNow()
      else if (connection.isDoubtful()) connection.reconnect()
    },
    // A new connection is the fastest way to find out whether the old one still works.
    onNetwork() {
      connection.resetPause()
      connection.reconnect()
    },
    onTick() {
      if (connection.isLost()) connection.reconnect()
      else if (connection.isOpen() && connection.isDoubtful()) onState('unknown')
    },
  })

  function leave(): void {
    isOver = true
    unwatch()
    connection.close()
  }

  return {
    type: connection.sendBytes,
    reply: (text: string) => connection.send({ type: 'reply', text }),
    resize(fitting: { columns: number; rows: number }): void {
      size = fitting
      connection.send({ type: 'size', ...fitting })
    },
    again: () => isOver || connection.retryNow(),
    leave,
  }
}

interface PageNeeds {
  onVisibility: (isHidden: boolean) => void
  onNetwork: () => void
  onTick: () => void
}

function watchPage({ onVisibility, onNetwork, onTick }: PageNeeds): () => void {
  const ticking = setInterval(onTick, 1_000)
  const onChange = () => onVisibility(document.visibilityState === 'hidden')
  document.addEventListener('visibilitychange', onChange)
  addEventListener('offline', onNetwork)
  addEventListener('online', onNetwork)
  return () => {
    clearInterval(ticking)
    document.removeEventListener('visibilitychange', onChange)
    removeEventListener('offline', onNetwork)
    removeEventListener('online', onNetwork)
  }
}
