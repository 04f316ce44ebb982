import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Work } from '@vermilion/contract/kernel/work'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { createPace } from '#platform/events/pace'
import type { Transmitter } from '#platform/events/transmitter'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'

/** Milliseconds that ended work stays listed. */
const endedShown = 24 * 3_600_000
/** Milliseconds between two events about one piece of work. */
const tellEvery = 500

export interface WorkSource {
  /** The prefix of its ids: `task.V1StGXR8…`. */
  readonly name: string
  /** Work of this account, and work without one. */
  list(request: { owner: string; since: string }): Promise<Work[]>
  find(id: string): Promise<Work | undefined>
  /** Resolves when it has ended. */
  stop?(id: string, by: string): Promise<void>
  about?(event: ServerEvent): string | undefined
}

export type WorkRegistry = ReturnType<typeof createWorkRegistry>

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly transmitter: Transmitter
  readonly lifecycle: Lifecycle
  readonly log: Log
}

export function createWorkRegistry({ database, clock, events, transmitter, lifecycle, log }: Needs) {
  const sources = new Map<string, WorkSource>()
  const named = (source: WorkSource, work: Work): Work => ({ ...work, id: `${source.name}.${work.id}` })

  function sourceOf(workId: string): { source: WorkSource; id: string } {
    const separator = workId.indexOf('.')
    const source = sources.get(workId.slice(0, separator))
    if (source === undefined) throw fail('work.not-found')
    return { source, id: workId.slice(separator + 1) }
  }

  async function tell(workId: string): Promise<void> {
    const { source, id } = sourceOf(workId)
    const work = await source.find(id)
    events.publish({ type: 'work-changed', workId, work: work === undefined ? null : named(source, work) })
  }

  const pace = createPace(tellEvery, (workId) => {
    tell(workId).catch((error: unknown) => log.error({ err: error, workId }, 'work could not be told of'))
  })
  lifecycle.onStop(pace.stop)
  /** Announces a change after the ambient transaction. Unneeded for events that `about` recognizes. */
  const changed = (source: string, id: string) => database.afterCommit(() => pace.announce(`${source}.${id}`))

  transmitter.subscribe(({ event }) => {
    for (const source of sources.values()) {
      const id = source.about?.(event)
      if (id !== undefined) pace.announce(`${source.name}.${id}`)
    }
  })

  return {
    add: (source: WorkSource) => void sources.set(source.name, source),
    changed,
    async list(owner: string): Promise<Work[]> {
      const since = new Date(clock.now() - endedShown).toISOString()
      const matches = await Promise.all(
        [...sources.values()].map(async (source) =>
          (await source.list({ owner, since })).map((work) => named(source, work)),
        ),
      )
      return matches.flat().toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
    },
    /** Fails with `work.not-found` or `work.not-stoppable`. */
    async stop(workId: string, by: string): Promise<void> {
      const { source, id } = sourceOf(workId)
      const work = await source.find(id)
      if (work === undefined) throw fail('work.not-found')
      if (source.stop === undefined || !work.stoppable) throw fail('work.not-stoppable')
      await source.stop(id, by)
    },
  }
}
