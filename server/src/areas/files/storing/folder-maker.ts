import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { pathAndAncestors } from '../folders/folder-store.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileStore } from '../store.ts'

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly store: Pick<FileStore, 'firstOf'>
  readonly folders: Pick<FolderStore, 'ensure'>
}

export function createFolderMaker({ database, clock, store, folders }: Needs) {
  return (spaceId: string, paths: readonly string[]): Promise<void> =>
    database.transaction(async () => {
      for (const path of paths) {
        const above = pathAndAncestors(path).filter((folder) => folder !== '')
        if ((await store.firstOf(spaceId, above)) === undefined) await folders.ensure(spaceId, path, clock.time())
      }
    })
}
