import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { newId } from '#platform/ids'

/** Events kept for clients that reconnect. */
const maxEvents = 2_000

/** Milliseconds in which events are batched, since each write to a client costs the same whatever its size. */
const collectingTime = 100
/** Most characters that are collected. */
const maxCollected = 65_536
/** Clients written to in one turn of the event loop. */
const clientsInTurn = 50

export interface SentEvent {
  /** `<boot>-<number>`: numbers restart with the server, so the boot keeps them apart. */
  readonly id: string
  readonly event: ServerEvent
}

type TextReceiver = (text: string) => void

/** Events in the format of WHATWG server-sent events. */
export const streamText = (events: readonly SentEvent[]): string =>
  events.map(({ id, event }) => blockOf(id, JSON.stringify(event))).join('')

const blockOf = (id: string, data: string) => `id: ${id}\ndata: ${data}\n\n`

export type Transmitter = ReturnType<typeof createTransmitter>

export function createTransmitter(retainedCount = maxEvents) {
  const boot = newId().replaceAll('-', '_')
  const receivers = new Set<(sent: SentEvent) => void>()
  const broadcast = createBroadcast()
  const ring: SentEvent[] = []
  let count = 0

  return {
    send(event: ServerEvent): void {
      const sent = { id: `${boot}-${++count}`, event }
      ring.push(sent)
      if (ring.length > retainedCount) ring.shift()
      broadcast.send(sent)
      for (const receiver of receivers) receiver(sent)
    },
    /** Events after this id, or undefined when the server no longer has them all. */
    since(id: string): SentEvent[] | undefined {
      const separator = id.lastIndexOf('-')
      const number = Number(id.slice(separator + 1))
      if (id.slice(0, separator) !== boot || !(number >= count - ring.length && number <= count)) return undefined
      return ring.slice(ring.length - (count - number))
    },
    /** The id of the last event, for a client that has received none. */
    lastId: () => `${boot}-${count}`,
    subscribe(receiver: (sent: SentEvent) => void): () => void {
      receivers.add(receiver)
      return () => void receivers.delete(receiver)
    },
    /** Delivers batches in text form; equal events in quick succession are sent once. */
    addStream: broadcast.add,
  }
}

/** Events are serialized once, batched, and of equal events only the last is sent. */
function createBroadcast() {
  const receivers = new Set<TextReceiver>()
  const write = createWriter(receivers)
  /** Ids of events by their content. */
  let collected = new Map<string, string>()
  let collectedSize = 0
  let flushedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (collected.size === 0) return
    flushedAt = performance.now()
    write([...collected].map(([data, id]) => blockOf(id, data)).join(''))
    collected = new Map()
    collectedSize = 0
  }

  return {
    send({ id, event }: SentEvent): void {
      if (receivers.size === 0) return
      const data = JSON.stringify(event)
      if (!collected.delete(data)) collectedSize += data.length
      collected.set(data, id)
      if (collectedSize > maxCollected) flush()
      else timer ??= setTimeout(flush, Math.max(0, flushedAt + collectingTime - performance.now())).unref()
    },
    add(receiver: TextReceiver): () => void {
      flush()
      receivers.add(receiver)
      return () => void receivers.delete(receiver)
    },
  }
}

/** Writes to some receivers in each turn, so that hundreds never hold the event loop together. */
function createWriter(receivers: ReadonlySet<TextReceiver>): TextReceiver {
  const waiting: { readonly text: string; readonly to: TextReceiver[] }[] = []

  function writeSome(): void {
    const [first] = waiting
    if (first === undefined) return
    for (const receiver of first.to.splice(0, clientsInTurn)) if (receivers.has(receiver)) receiver(first.text)
    if (first.to.length === 0) waiting.shift()
    if (waiting.length > 0) setImmediate(writeSome)
  }

  return (text) => {
    waiting.push({ text, to: [...receivers] })
    if (waiting.length === 1) writeSome()
  }
}
