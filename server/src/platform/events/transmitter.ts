import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { newId } from '#platform/ids'
import { createBroadcast } from './broadcast.ts'
import type { SentEvent, TextReceiver } from './broadcast.ts'

/** Events kept for clients that reconnect. */
const maxEvents = 2_000

export interface Transmitter {
  send(event: ServerEvent): void
  /** Events after this id, or undefined when the server no longer has them all. */
  since(id: string): SentEvent[] | undefined
  /** The id of the last event, for a client that has received none. */
  lastId(): string
  subscribe(receiver: (sent: SentEvent) => void): () => void
  /** Delivers batches in text form; equal events in quick succession are sent once. */
  addStream(receiver: TextReceiver): () => void
}

export function createTransmitter(retainedCount = maxEvents): Transmitter {
  const boot = newId().replaceAll('-', '_')
  const receivers = new Set<(sent: SentEvent) => void>()
  const broadcast = createBroadcast()
  const ring: SentEvent[] = []
  let count = 0

  return {
    send(event) {
      const sent = { id: `${boot}-${++count}`, event }
      ring.push(sent)
      if (ring.length > retainedCount) ring.shift()
      broadcast.send(sent)
      for (const receiver of receivers) receiver(sent)
    },
    since(id) {
      const separator = id.lastIndexOf('-')
      const number = Number(id.slice(separator + 1))
      if (id.slice(0, separator) !== boot || !(number >= count - ring.length && number <= count)) return undefined
      return ring.slice(ring.length - (count - number))
    },
    lastId: () => `${boot}-${count}`,
    subscribe(receiver) {
      receivers.add(receiver)
      return () => void receivers.delete(receiver)
    },
    addStream: broadcast.add,
  }
}
