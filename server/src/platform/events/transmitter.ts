import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { newId } from '#platform/ids'
import { createBroadcast } from './broadcast.ts'
import type { SentEvent } from './broadcast.ts'

/** Events kept for clients that reconnect. */
const maxEvents = 2_000

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
