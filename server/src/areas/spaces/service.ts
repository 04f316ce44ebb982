import { fail } from '@vermilion/contract/kernel/errors'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Page } from '@vermilion/contract/kernel/page'
import { isBucket, type ScanReport, type Space, type spaceCreate, type spaceUpdate } from '@vermilion/contract/spaces'
import type { z } from 'zod'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import { topic } from '#platform/events/events'
import { createPace } from '#platform/events/pace'
import type { Platform } from '#platform/platform'
import { serviceDeleted } from '#areas/settings'
import { createDeletedSpaceStore } from './deleted/store.ts'
import { createPathCheck, type PathNeeds } from './paths/path-check.ts'
import { spaceStatus } from './rules.ts'
import { createSpaceStore, newSpaceRow, toSpace, type SpaceQuery, type SpaceRow, type SpaceStore } from './store.ts'

interface AffectedDataset {
  readonly id: string
  readonly name: string
}

/** Published inside the transaction that deletes a space. Listeners report datasets that lose images to `affects`. */
export const spaceDeleted = topic<{ spaceId: string; name: string; affects(dataset: AffectedDataset): void }>(
  'space-deleted',
)

/** Published inside the transaction that creates a space. */
export const spaceCreated = topic<{ space: Space }>('space-created')

/** In milliseconds. */
const announceEvery = 250

type Needs = PathNeeds & Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle'>

export type SpaceService = ReturnType<typeof createSpaceService>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what it is given
export function createSpaceService(needs: Needs) {
  const { database, clock, events, lifecycle, indexableFolders, addressLists } = needs
  const store = createSpaceStore(database)
  const deleted = createDeletedSpaceStore(database)
  const pace = createPace(announceEvery, (spaceId) => events.publish({ type: 'space-changed', spaceId }))
  lifecycle.onStop(pace.stop)
  const announce = (id: string) => database.afterCommit(() => pace.announce(id))
  const { resolvePath, requireFree, checkPath } = createPathCheck(needs, store)

  events.listen(serviceDeleted, async ({ serviceId }) => {
    const opened = await store.openedBy(serviceId)
    if (opened.length > 0) throw fail('service.in-use', { spaces: opened.map(({ name }) => name).join(', ') })
  })

  async function find(id: string): Promise<SpaceRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('space.not-found')
    return row
  }

  return {
    async list(query: SpaceQuery): Promise<Page<Space>> {
      const page = await store.page(query)
      return { ...page, items: page.items.map(toSpace) }
    },

    async get(id: string): Promise<Space> {
      return toSpace(await find(id))
    },

    /** Fails with `space.name-taken`, `space.path-taken`, `space.path-invalid` or `space.path-unusable`. */
    async create(input: z.output<typeof spaceCreate>, creator: string, signal?: AbortSignal): Promise<Space> {
      const path = await resolvePath({ ...input, signal })
      const storageId = isBucket({ path }) ? input.storageId : null
      return database.transaction(async () => {
        if ((await store.byName(input.name)) !== undefined) throw fail('space.name-taken', { name: input.name })
        await requireFree(path)
        const row = newSpaceRow({ ...input, path, storageId }, creator, clock.time())
        await store.add(row)
        await events.emit(spaceCreated, { space: toSpace(row) })
        announce(row.id)
        return toSpace(await find(row.id))
      })
    },

    /** Fails as `create` does when another storage does not open its bucket. */
    async update(id: string, change: z.output<typeof spaceUpdate>, signal?: AbortSignal): Promise<Space> {
      const { name, description, tags, storageId } = change
      const { path, storageId: previous } = await find(id)
      const isOpenedAnew = storageId !== undefined && storageId !== previous && isBucket({ path })
      if (isOpenedAnew) await resolvePath({ path, storageId, signal })
      return database.transaction(async () => {
        await find(id)
        const namesake = name === undefined ? undefined : await store.byName(name)
        if (namesake !== undefined && namesake.id !== id) throw fail('space.name-taken', { name })
        await store.update(id, {
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(tags === undefined ? {} : { tags: writeJson(tags) }),
          ...(isOpenedAnew ? { storageId } : {}),
          updatedAt: clock.time(),
        })
        announce(id)
        return toSpace(await find(id))
      })
    },

    checkPath,

    inPlace: async (): Promise<Space[]> => (await store.inPlace()).map(toSpace),

    async resolveFolder(folder: string): Promise<string> {
      await indexableFolders.require(folder)
      return folder
    },

    /** Restorable; name and path become free. Returns the datasets that lose images. */
    remove(id: string, by: string): Promise<AffectedDataset[]> {
      return database.transaction(async () => {
        const row = await find(id)
        const { name } = row
        await store.remove(id)
        await deleted.add({ id, name, space: writeJson(row), deletedAt: clock.time(), deletedBy: by })
        const affected: AffectedDataset[] = []
        await events.emit(spaceDeleted, { spaceId: id, name, affects: (dataset) => void affected.push(dataset) })
        announce(id)
        database.afterCommit(() => void addressLists.forget(row.path))
        return affected
      })
    },

    ...statusSteps(store, clock, announce),

    /** Called in the transaction that adds or removes files. */
    async addToCounters(id: string, { files, bytes }: { files: number; bytes: number }): Promise<void> {
      await store.addToCounters(id, files, bytes, clock.time())
      announce(id)
    },

    counters: store.counters,
    setCounters: (id: string, counters: { fileCount: number; totalSize: number }) => store.update(id, counters),
  }
}

function statusSteps(store: SpaceStore, clock: Clock, announce: (id: string) => void) {
  async function setStatus(id: string, status: Space['status'], progress: Progress | null = null): Promise<void> {
    const set = { progress: progress === null ? null : writeJson(progress), updatedAt: clock.time() }
    if (!(await store.step(id, status, set))) {
      const row = await store.byId(id)
      if (row !== undefined) spaceStatus.check(row.status, status)
    }
    announce(id)
  }

  return {
    setStatus,

    /** Saves a scan's report. `error` when the folder could not be scanned. */
    async endScan(id: string, status: 'success' | 'error', report: ScanReport): Promise<void> {
      const scannedAt = status === 'success' ? { scannedAt: clock.time() } : {}
      await store.update(id, { scanReport: writeJson(report), ...scannedAt })
      await setStatus(id, status)
    },
  }
}
