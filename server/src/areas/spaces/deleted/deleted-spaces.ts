import type { DeletedSpace } from '@vermilion/contract/spaces/deleted'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { isInPlace, type Space } from '@vermilion/contract/spaces'
import { purgeTime, purgedBefore } from '@vermilion/contract/files/trash'
import { readJson } from '#platform/database/columns'
import { topic } from '#platform/events/events'
import { jobKind } from '#platform/jobs/jobs'
import { numberedName } from '#platform/numbered-name'
import type { Platform } from '#platform/platform'
import { createDeletedSpaceStore, type DeletedSpaceRow } from './store.ts'
import { createSpaceStore, type SpaceRow } from '../store.ts'

/** Published inside the transaction that restores a deleted space. */
export const spaceRestored = topic<{ spaceId: string }>('space-restored')

/** Published inside the transaction that purges a deleted space. */
export const spacePurged = topic<{ spaceId: string; name: string }>('space-purged')

const spacesAtOnce = 20

const expiry = jobKind<null>('expire-spaces')

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  readonly spaces: { get(id: string): Promise<Space> }
}

export type DeletedSpaces = ReturnType<typeof createDeletedSpaces>

export function createDeletedSpaces({ database, clock, events, jobs, spaces }: Needs) {
  const store = createDeletedSpaceStore(database)
  const living = createSpaceStore(database)
  const announce = (spaceId: string) => events.publish({ type: 'space-changed', spaceId })

  async function find(id: string): Promise<DeletedSpaceRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('space.not-found')
    return row
  }

  const freeName = (name: string) => numberedName(name, async (free) => (await living.byName(free)) !== undefined)

  /** Fails with `space.path-taken` for a folder of the machine, which cannot be renamed. */
  async function freePath(space: Pick<SpaceRow, 'path'>): Promise<string> {
    let free = space.path
    for (let number = 2; (await living.byPath(free)) !== undefined; number++) {
      if (isInPlace(space)) throw fail('space.path-taken', { path: space.path })
      free = `${space.path}-${number}`
    }
    return free
  }

  async function purge({ id, name }: Pick<DeletedSpaceRow, 'id' | 'name'>): Promise<void> {
    await store.remove(id)
    await events.emit(spacePurged, { spaceId: id, name })
    announce(id)
  }

  jobs.daily(expiry, {
    async run({ signal }) {
      const cutoff = purgedBefore(clock.now())
      for (;;) {
        signal.throwIfAborted()
        const old = await store.older(cutoff, spacesAtOnce)
        if (old.length === 0) return
        for (const row of old) await database.transaction(() => purge(row))
      }
    },
  })

  return {
    async list(query: PageQuery): Promise<Page<DeletedSpace>> {
      const page = await store.page(query)
      return { ...page, items: page.items.map(toDeleted) }
    },

    restore(id: string): Promise<Space> {
      return database.transaction(async () => {
        const space = readJson((await find(id)).space)
        await store.remove(id)
        const [name, path] = [await freeName(space.name), await freePath(space)]
        const isEnded = space.status === 'success' || space.status === 'failed' || space.status === 'error'
        const status = isEnded ? space.status : 'normal'
        await living.add({ ...space, name, path, status, progress: null, updatedAt: clock.time() })
        await events.emit(spaceRestored, { spaceId: id })
        announce(id)
        return spaces.get(id)
      })
    },

    purge: (id: string): Promise<void> => database.transaction(async () => purge(await find(id))),
  }
}

function toDeleted({ space, deletedAt, ...row }: DeletedSpaceRow): DeletedSpace {
  const { path, fileCount, totalSize } = readJson(space)
  return { ...row, path, fileCount, totalSize, deletedAt, purgedAt: purgeTime(deletedAt) }
}
