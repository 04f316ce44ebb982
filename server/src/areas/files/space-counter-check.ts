import { counterCheck } from '#platform/checks/checks'
import type { Check } from '#platform/checks/checks'
import type { Spaces } from '#areas/spaces'
import type { FileStore } from './store.ts'

export function spaceCounterCheck(store: Pick<FileStore, 'count'>, spaces: Spaces): Check {
  return counterCheck({
    id: 'space-counters',
    async compare() {
      const counted = new Map((await store.count()).map(({ spaceId, ...counters }) => [spaceId, counters]))
      const none = { fileCount: 0, totalSize: 0 }
      return (await spaces.counters()).map(({ id, ...stored }) => ({
        id,
        stored,
        counted: counted.get(id) ?? none,
      }))
    },
    set: ({ id, counted }) =>
      spaces.setCounters(id, { fileCount: counted['fileCount'] ?? 0, totalSize: counted['totalSize'] ?? 0 }),
  })
}
