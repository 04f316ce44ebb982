import { serverEvent, type ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { createParser } from 'eventsource-parser'

export type Connection = 'connecting' | 'connected' | 'offline'

export interface EventsNeeds {
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  onEvent: (event: ServerEvent) => void
  onConnection: (connection: Connection) => void
  /** Called for any received bytes: an event, or only a heartbeat. */
  onSign?: () => void
  onUnauthenticated: () => void
  /** Rejects or resolves early when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Milliseconds without a byte after which the connection is considered dead: the server sends a heartbeat every 15 s. */
const maxSilence = 45_000
const firstDelay = 500
const maxDelay = 5_000

/** Returns the end function. A broken stream resumes at `Last-Event-ID`, after a delay from half a second to five. */
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
  /** The server ended the last stream itself: it is stopping, or the session is over, which the next attempt shows. */
  let hasEnded = false

  async function read(body: ReadableStream<Uint8Array>, hear: () => void): Promise<void> {
    const parser = createParser({
      onEvent: ({ id, data }) => {
        if (id !== undefined && id !== '') lastId = id
        const parsed = serverEvent.safeParse(parseJson(data))
        // An unknown event of a newer server is ignored: no screen of this console needs it.
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
    let timer = setTimeout(() => silence.abort(), maxSilence)
    const hear = () => {
      onSign?.()
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), maxSilence)
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
      // Broken before the first event, so there is no position to resume from, and everything is stale.
      if (broken && lastId === '') onEvent({ type: 'resync' })
      await read(response.body, hear)
      hasEnded = true
    } catch {
      // Refused, broken and silent connections are all retried.
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
      delay = Math.min(delay * 2, maxDelay)
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
