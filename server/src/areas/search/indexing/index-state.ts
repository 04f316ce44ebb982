import type { SearchIndex } from '@vermilion/contract/image-search'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Platform } from '#platform/platform'
import type { Engines } from '../embedding/engines.ts'
import type { Indexing } from './index.job.ts'
import type { ResultStore } from '../queries/result-store.ts'
import type { SearchStore } from '../store.ts'
import { recordBytes } from '../vectors/encoding.ts'

interface Needs extends Pick<Platform, 'database' | 'clock'> {
  readonly engines: Engines
  readonly store: SearchStore
  readonly results: Pick<ResultStore, 'countBySpace'>
  readonly indexing: Indexing
  changed(): void
}

export function createIndexState({ database, clock, engines, store, results, indexing, changed }: Needs) {
  async function state(): Promise<SearchIndex> {
    const { name, version, dimensions, text } = engines.current().embedder
    const bytesEach = recordBytes(dimensions) + dimensions / 8 + 1
    const keptSpaces = await store.kept()
    const leftOut = await store.leftOut()
    const counts = new Map((await results.countBySpace()).map((row) => [row.spaceId, row]))
    const spaces = (await store.spaces()).map(({ id, name: spaceName }) => {
      const { images = 0, indexed = 0, unreadable = 0 } = counts.get(id) ?? {}
      const isKept = keptSpaces.some(({ spaceId }) => spaceId === id)
      const isLeftOut = leftOut.some(({ spaceId }) => spaceId === id)
      return { spaceId: id, name: spaceName, isKept, isLeftOut, images, indexed, unreadable }
    })
    const sum = (count: (space: (typeof spaces)[number]) => number) =>
      spaces.reduce((total, each) => total + count(each), 0)
    const vectors = (await store.vectorSlots()).length
    return {
      embedder: { name, version, dimensions, embedsText: text !== undefined },
      spaces,
      images: sum(({ images }) => images),
      indexed: sum(({ indexed }) => indexed),
      bytes: vectors * bytesEach,
      isBuilding: await indexing.isBuilding(),
      updatedAt:
        keptSpaces
          .map(({ updatedAt }) => updatedAt ?? '')
          .toSorted()
          .at(-1) || null,
    }
  }

  return {
    state,
    async build(spaceIds: readonly string[], startedBy: string): Promise<void> {
      const all = (await store.spaces()).map(({ id }) => id)
      if (spaceIds.some((id) => !all.includes(id))) throw fail('space.not-found')
      const selected = spaceIds.length === 0 ? all : spaceIds
      if (selected.length === 0) throw fail('search.no-space')
      const startedAt = new Date(clock.now()).toISOString()
      await database.transaction(async () => {
        await store.keep(selected.map((spaceId) => ({ spaceId, version: -1, startedBy, startedAt, updatedAt: null })))
        await indexing.enqueue(startedBy)
      })
      changed()
    },
    async remove(spaceId: string, startedBy: string): Promise<void> {
      if (!(await store.spaces()).some(({ id }) => id === spaceId)) throw fail('space.not-found')
      await database.transaction(async () => {
        await store.leaveOut(spaceId)
        await store.startAnew()
        await indexing.enqueue(startedBy)
      })
      changed()
    },
  }
}
