import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import type { Database } from '#platform/database/database'
import type { Log } from '#platform/log'
import type { Transmitter } from './transmitter.ts'

/** An event between areas: declared by the area that publishes it, received by later ones. */
export interface Topic<Message> {
  readonly name: string
  readonly message?: Message
}

export function topic<Message>(name: string): Topic<Message> {
  return { name }
}

export type Events = ReturnType<typeof createEvents>

export function createEvents(needs: { database: Database; transmitter: Transmitter; log: Log }) {
  const { database, transmitter, log } = needs
  const listeners = new Map<string, ((message: never) => Promise<void>)[]>()
  return {
    /** Sends the event to every open console after the ambient transaction commits, never after a rollback. */
    publish(event: ServerEvent): void {
      log.trace({ event }, 'event')
      database.afterCommit(() => transmitter.send(event))
    },
    /**
     * Informs other areas inside the ambient transaction: a listener's rows commit with the sender's, and a throwing listener rolls
     * back both. Long work is enqueued as a job there, so that a crash cannot lose it.
     */
    emit: <Message>(about: Topic<Message>, message: Message): Promise<void> =>
      database.transaction(async () => {
        for (const listener of listeners.get(about.name) ?? []) await listener(message as never)
      }),
    listen<Message>(about: Topic<Message>, listener: (message: Message) => Promise<void>): void {
      listeners.set(about.name, [...(listeners.get(about.name) ?? []), listener])
    },
  }
}
