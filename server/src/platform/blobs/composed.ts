import type { BlobStore } from './blob-store.ts'
import { hasCode, openInFolder, sameState, type FileState, type FolderFile } from './folder-file.ts'
import { writeVerified } from './place-file.ts'

/** A file in a folder of somebody else that had this content when it was read. */
export interface ContentPlace extends FileState {
  /** A real path, without links. */
  readonly folder: string
  readonly path: string
}

type FindPlaces = (checksum: string) => Promise<readonly ContentPlace[]>
export type ContentPlaces = ReturnType<typeof createContentPlaces>

export function createContentPlaces() {
  const finders: FindPlaces[] = []
  return {
    add: (find: FindPlaces) => void finders.push(find),
    find: async (checksum: string) => (await Promise.all(finders.map((find) => find(checksum)))).flat(),
  }
}

/**
 * Content in folders of others is read in place, as long as size and modification time match those of its checksum, and never
 * written, linked or deleted.
 */
export function createComposedBlobs(own: BlobStore, positions: ContentPlaces): BlobStore {
  async function elsewhere(checksum: string): Promise<{ place: ContentPlace; file: FolderFile } | undefined> {
    for (const location of await positions.find(checksum)) {
      const file = await openInFolder(location.folder, location.path).catch(() => undefined)
      if (file === undefined) continue
      if (sameState(file, location)) return { place: location, file }
      await file.handle.close()
    }
    return undefined
  }

  return {
    put: own.put,
    putFile: own.putFile,
    putAll: own.putAll,
    delete: own.delete,
    list: own.list,
    async open(checksum, range, options) {
      try {
        return await own.open(checksum, range, options)
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
        const match = await elsewhere(checksum)
        if (match === undefined) throw error
        return match.file.stream(range)
      }
    },
    async stat(checksum) {
      const stored = await own.stat(checksum)
      if (stored !== undefined) return stored
      const match = await elsewhere(checksum)
      await match?.file.handle.close()
      return match && { checksum, size: match.place.size, putAt: match.place.modifiedAt / 1_000, reclaimable: 0 }
    },
    async withLocalFile(checksum, work) {
      const result = await own.withLocalFile(checksum, work)
      if (result !== undefined) return result
      const match = await elsewhere(checksum)
      await match?.file.handle.close()
      return match && work({ file: match.place.path, within: match.place.folder })
    },
    async placeFile(checksum, path) {
      if (await own.placeFile(checksum, path)) return true
      const match = await elsewhere(checksum)
      return match !== undefined && writeVerified(await match.file.stream(), checksum, path)
    },
  }
}
