import { createArchives } from './archives/archives.ts'
import { createFolderStore } from './folder-store.ts'
import { createOperations } from './operations/operations.ts'
import { createSelectionStore } from './operations/selection-store.ts'
import { createSelections } from './operations/selection.ts'
import type { Files, FilesNeeds } from './service.ts'
import { registerRemoval } from './removal.job.ts'
import { createFileStore } from './store.ts'
import { createBury } from './trash/bury.ts'
import { registerExpiry } from './trash/expiry.job.ts'
import { createTrashStore } from './trash/store.ts'
import { createTrash } from './trash/trash.ts'

interface Needs extends Omit<FilesNeeds, 'pictures'> {
  readonly files: Files
}

/** What people do with many files at once: their operations, the trash, downloads as one. */
export function createChanging(needs: Needs) {
  const { database, blobOwners, files } = needs
  const { changed, examineLater } = files
  const store = createFileStore(database)
  const folders = createFolderStore(database)
  const trash = createTrashStore(database)
  const selectionStore = createSelectionStore(database, folders)
  const selections = createSelections({ store: selectionStore, folders })
  const bury = createBury({ ...needs, store, trash })
  const shared = { ...needs, store, folders, trash, selectionStore, selections, bury, changed, examineLater }
  blobOwners.add({ named: trash.named, all: trash.allBlobs })
  registerExpiry(shared)
  registerRemoval(shared)
  return {
    operations: createOperations(shared),
    trash: createTrash(shared),
    archives: createArchives({ ...shared, open: async (file) => (await files.bytesOf(file)).open() }),
  }
}
