import type { Blob } from '#platform/blobs/blob-store'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow, FileStore } from '../store.ts'
import type { MoveToTrash } from '../trash/move-to-trash.ts'
import type { Selections } from './selection.ts'
import type { Batch } from './selection-reader.ts'

export interface OperationNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  readonly spaces: Spaces
  readonly store: FileStore
  readonly folders: FolderStore
  readonly selections: Selections
  readonly moveToTrash: MoveToTrash
  storeContent(file: FileRow, signal?: AbortSignal): Promise<Blob>
  /** After the ambient transaction. */
  changed(spaceId: string): void
  examineLater(): Promise<unknown>
}

export async function currentRows(
  store: Pick<FileStore, 'byIds'>,
  spaceId: string,
  { rows, base }: Batch,
): Promise<FileRow[]> {
  const ids = rows.map(({ id }) => id)
  const now = (await store.byIds(spaceId, ids)).filter(({ path }) => base === undefined || path.startsWith(`${base}/`))
  const rowsById = new Map(now.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowsById.get(id) ?? [])
}
