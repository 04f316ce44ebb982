import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import type { Database } from '#platform/database/database'
import type { Log } from '#platform/log'
import type { Transmitter } from './transmitter.ts'

/** An event between areas: declared by the area that publishes it, received by later ones. */
export interface Topic<News> {
  readonly name: string
  readonly news?: News
}

export function topic<News>(name: string): Topic<News> {
  return { name }
}

export interface Events {
  /** Sends the event to every open console after the ambient transaction commits, never after a rollback. */
  publish(event: ServerEvent): void
  /**
   * Informs other areas inside the ambient transaction: a listener's rows commit with the sender's, and a throwing listener rolls
   * back both. Long work is enqueued as a job there, so that a crash cannot lose it.
   */
  tell<News>(about: Topic<News>, news: News): Promise<void>
  listen<News>(about: Topic<News>, listener: (news: News) => Promise<void>): void
}

export function createEvents(needs: { database: Database; transmitter: Transmitter; log: Log }): Events {
  const { database, transmitter, log } = needs
  const listeners = new Map<string, ((news: never) => Promise<void>)[]>()
  return {
    publish(event) {
      log.trace({ event }, 'event')
      database.afterCommit(() => transmitter.send(event))
    },
    tell: (about, news) =>
      database.transaction(async () => {
        for (const listener of listeners.get(about.name) ?? []) await listener(news as never)
      }),
    listen(about, listener) {
      listeners.set(about.name, [...(listeners.get(about.name) ?? []), listener])
    },
  }
}
