import { streamText, type Transmitter } from './transmitter.ts'

const heartbeat = 15_000
/** Bytes buffered for a slow client before it is disconnected; it reconnects and resumes. */
const maxWaitingBytes = 1_048_576

interface Socket {
  write(text: string): boolean
  end(): void
  readonly writableLength: number
  on(event: 'close', listener: () => void): void
}

/** The response's head is already sent. */
export function streamEvents(transmitter: Transmitter, socket: Socket, lastEventId: string | undefined): () => void {
  let over = false
  const end = () => {
    over = true
    stop()
    socket.end()
  }
  // A write after the end would crash the process.
  const write = (text: string) => {
    if (over) return
    socket.write(text)
    if (socket.writableLength > maxWaitingBytes) end()
  }
  const unsubscribe = transmitter.addStream(write)
  const timer = setInterval(() => socket.write(': \n\n'), heartbeat)
  timer.unref()
  const stop = () => {
    unsubscribe()
    clearInterval(timer)
  }
  socket.on('close', stop)

  socket.write('retry: 1000\n\n')
  const missed = lastEventId === undefined ? [] : transmitter.since(lastEventId)
  if (missed === undefined) write(streamText([{ id: transmitter.lastId(), event: { type: 'resync' } }]))
  else if (missed.length > 0) write(streamText(missed))
  else socket.write(`id: ${transmitter.lastId()}\n\n`)
  return end
}
