import { createArchives } from './archives/archives.ts'
import { createFolderStore } from './folders/folder-store.ts'
import { createOperations } from './operations/operations.ts'
import { createSelectionStore } from './operations/selection-store.ts'
import { createSelections } from './operations/selection.ts'
import type { Files, FilesNeeds } from './service.ts'
import { registerRemoval } from './removal.job.ts'
import { createFileStore } from './store.ts'
import type { FileRow } from './store.ts'
import { createMoveToTrash } from './trash/move-to-trash.ts'
import { registerExpiry } from './trash/expiry.job.ts'
import { createTrashStore } from './trash/store.ts'
import { createTrash } from './trash/trash.ts'

interface Needs extends Omit<FilesNeeds, 'pictures'> {
  readonly files: Files
}

/** What people do with many files at once: their operations, the trash, downloads as one. */
export function createFileOperations(needs: Needs) {
  const { database, blobs, blobOwners, files } = needs
  const { changed, examineLater, bytesOf } = files
  const store = createFileStore(database)
  const folders = createFolderStore(database)
  const trash = createTrashStore(database)
  const selectionStore = createSelectionStore(database, folders)
  const selections = createSelections({ ...needs, store: selectionStore, folders })
  const moveToTrash = createMoveToTrash({ ...needs, store, trash })
  const storeContent = async (file: FileRow, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    const bytes = await (await bytesOf(file)).open()
    return blobs.put(signal === undefined ? bytes : untilAborted(bytes, signal))
  }
  const shared = {
    ...needs,
    store,
    folders,
    trash,
    selectionStore,
    selections,
    moveToTrash,
    changed,
    examineLater,
    storeContent,
    bytesOf,
  }
  blobOwners.add({ named: trash.named, all: trash.allBlobs })
  registerExpiry(shared)
  registerRemoval(shared)
  return {
    operations: createOperations(shared),
    trash: createTrash(shared),
    archives: createArchives(shared),
  }
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    signal.throwIfAborted()
    yield part
  }
}
