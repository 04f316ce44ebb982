import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import type { Database } from '#platform/database/database'
import type { Log } from '#platform/log'
import type { Transmitter } from './transmitter.ts'

/** News between areas: declared by the area that tells it, heard by later ones. */
export interface Topic<News> {
  readonly name: string
  readonly news?: News
}

export function topic<News>(name: string): Topic<News> {
  return { name }
}

export interface Events {
  /** Tells every open console, after the transaction around has committed; never if it is rolled back. */
  publish(event: ServerEvent): void
  /**
   * Tells other areas, inside the transaction around: a listener's rows commit with the teller's or not at all, and a
   * listener that throws undoes both. Long work is enqueued as a job there, so that no crash can lose the news.
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
