import type { FileOutcome } from '@vermilion/contract/files/operations'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { purgeTime, type ListedTrashedFile, type TrashedFile } from '@vermilion/contract/files/trash'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import { refuseInPlace } from '#areas/spaces'
import { createBulkRegistry, type BulkOperation } from '../operations/bulk.ts'
import { createHeldTrash } from './held-store.ts'
import { createRestore, type Restoration, type TrashNeeds } from './restore.ts'
import type { TrashRow, TrashStore } from './store.ts'
import { createTrashReader, type TrashBatch, type TrashPosition } from './trash-reader.ts'

export type Trash = ReturnType<typeof createTrash>

export function createTrash(needs: TrashNeeds & { readonly database: Database; readonly jobs: Jobs }) {
  const { clock, spaces, trash } = needs
  const register = createBulkRegistry(needs)
  const restoring = register(createRestore(needs))
  const emptying = register(emptyTrash(trash))

  async function orderFor(spaceId: string, by: string) {
    const space = await spaces.get(spaceId)
    refuseInPlace(space)
    return { spaceId, spaceName: space.name, by, until: clock.time() }
  }

  return {
    held: createHeldTrash(needs.database),

    async listAll(query: PageQuery): Promise<Page<ListedTrashedFile>> {
      const page = await trash.pageOfAll(query)
      return { ...page, items: page.items.map((row) => ({ ...toTrashed(row), spaceName: row.spaceName })) }
    },

    async list(spaceId: string, query: PageQuery): Promise<Page<TrashedFile>> {
      await spaces.get(spaceId)
      const page = await trash.page(spaceId, query)
      return { ...page, items: page.items.map(toTrashed) }
    },

    async restore(spaceId: string, fileIds: readonly string[] | null, by: string): Promise<FileOutcome> {
      return restoring({ ...(await orderFor(spaceId, by)), fileIds: fileIds === null ? null : [...new Set(fileIds)] })
    },

    async empty(spaceId: string, by: string): Promise<FileOutcome> {
      return emptying({ ...(await orderFor(spaceId, by)), fileIds: null }, { orElse: true })
    },
  }
}

/** Unreferenced content is collected with the next round. */
const emptyTrash = (trash: TrashStore): BulkOperation<Restoration, TrashPosition, TrashBatch> => ({
  name: 'empty-trash',
  workKind: 'removal',
  run: (order) => ({
    ...createTrashReader(trash, order),
    async apply({ rows }) {
      await trash.remove(rows.map(({ fileId }) => fileId))
      return { files: rows.length, skipped: 0 }
    },
  }),
})

function toTrashed({ fileId: id, spaceId, path, size, file, deletedAt, deletedBy }: TrashRow): TrashedFile {
  const { name, kind, mediaType } = readJson(file)
  return { id, spaceId, path, name, size, kind, mediaType, deletedAt, deletedBy, purgedAt: purgeTime(deletedAt) }
}
