import { serverEvent, type ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { createParser } from 'eventsource-parser'

export type Connection = 'connecting' | 'connected' | 'offline'

export interface EventsNeeds {
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  onEvent: (event: ServerEvent) => void
  onConnection: (connection: Connection) => void
  /** Bytes came: an event, or only a sign of life. */
  onSign?: () => void
  onUnauthenticated: () => void
  /** Rejects or resolves early when the signal is aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Milliseconds without a byte after which the connection is taken for dead: the server sends a sign of life every 15 s. */
const longestSilence = 45_000
const firstDelay = 500
const longestDelay = 5_000

/**
 * Follows the server's news until the returned function is called. A broken stream is opened again where it
 * ended (`Last-Event-ID`), after a delay that doubles from half a second to five.
 */
export function followEvents({
  open,
  onEvent,
  onConnection,
  onSign,
  onUnauthenticated,
  wait,
}: EventsNeeds): () => void {
  const stop = new AbortController()
  let lastId = ''
  let delay = firstDelay
  let broken = false
  /** The server itself ended the last stream: it is going away, or the session is over, which the next try tells. */
  let hasEnded = false

  async function read(body: ReadableStream<Uint8Array>, hear: () => void): Promise<void> {
    const parser = createParser({
      onEvent: ({ id, data }) => {
        if (id !== undefined && id !== '') lastId = id
        const parsed = serverEvent.safeParse(parseJson(data))
        // An event of a newer server is not an error: what it tells is not on this console's screens.
        if (parsed.success) onEvent(parsed.data)
      },
    })
    const decoder = new TextDecoder()
    for await (const chunk of body) {
      hear()
      parser.feed(decoder.decode(chunk, { stream: true }))
    }
  }

  /** Runs one connection until it ends or falls silent. Returns true to try again. */
  async function connect(): Promise<boolean> {
    const silence = new AbortController()
    hasEnded = false
    let timer = setTimeout(() => silence.abort(), longestSilence)
    const hear = () => {
      onSign?.()
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), longestSilence)
    }
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) }
      const response = await open(headers, AbortSignal.any([stop.signal, silence.signal]))
      if (response.status === 401) {
        onUnauthenticated()
        return false
      }
      if (!response.ok || response.body === null) return true
      delay = firstDelay
      onConnection('connected')
      // Broken before the first event: there is no place to continue from, so everything is asked for again.
      if (broken && lastId === '') onEvent({ type: 'resync' })
      await read(response.body, hear)
      hasEnded = true
    } catch {
      // Refused, broken or silent: all are tried again.
    } finally {
      clearTimeout(timer)
    }
    return true
  }

  async function follow(): Promise<void> {
    while ((await connect()) && !stop.signal.aborted) {
      broken = true
      if (!hasEnded) onConnection('offline')
      await wait(delay, stop.signal).catch(() => undefined)
      delay = Math.min(delay * 2, longestDelay)
      if (stop.signal.aborted) return
    }
  }

  onConnection('connecting')
  void follow()
  return () => stop.abort()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
