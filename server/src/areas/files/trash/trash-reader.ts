import type { TrashKey, TrashRow, TrashStore } from './store.ts'

export type TrashPosition = TrashKey | number

export interface TrashBatch {
  readonly rows: readonly TrashRow[]
  readonly next: TrashPosition | undefined
}

interface TrashRange {
  readonly spaceId: string
  readonly fileIds: readonly string[] | null
  readonly until: string
}

export function createTrashReader(trash: TrashStore, { spaceId, fileIds, until }: TrashRange) {
  const start: TrashPosition = fileIds === null ? { deletedAt: '', fileId: '' } : 0

  async function read(at: TrashPosition, limit: number): Promise<TrashBatch> {
    if (fileIds !== null) {
      const from = typeof at === 'number' ? at : 0
      const some = fileIds.slice(from, from + limit)
      const rows = some.length === 0 ? [] : await trash.byIds(spaceId, some)
      return { rows, next: from + limit < fileIds.length ? from + limit : undefined }
    }
    const after = typeof at === 'number' ? { deletedAt: '', fileId: '' } : at
    const rows = await trash.after(spaceId, { after, until, limit })
    const last = rows.length < limit ? undefined : rows.at(-1)
    return { rows, next: last && { deletedAt: last.deletedAt, fileId: last.fileId } }
  }

  async function count(most = Number.POSITIVE_INFINITY): Promise<number> {
    let files = 0
    for (let at: TrashPosition | undefined = start; at !== undefined && files < most;) {
      const batch: TrashBatch = await read(at, 500)
      files += batch.rows.length
      at = batch.next
    }
    return files
  }

  return { start, read, count }
}
