import type { BlobStore, ByteRange, RemoteContent } from './blob-store.ts'
import { hasCode, ifMissing, openInFolder, sameState, type FileState, type FolderFile } from './folder-file.ts'
import { createLocalCopies, type CopyFolder } from './local-copies.ts'
import { writeVerified } from './place-file.ts'

/** A file in a folder of somebody else that had this content when it was read. */
export interface ContentPlace extends FileState {
  /** A real path, without links. */
  readonly folder: string
  readonly path: string
}

/** A file in a bucket of somebody else, or at an address, that had this content when it was read. */
export interface RemotePlace {
  readonly size: number
  /** False when nobody has seen the content there for some time. */
  readonly isThere: boolean
  /** Fails with the code ENOENT when the file has changed or is gone. */
  read(range?: ByteRange): Promise<RemoteContent>
}

type Find<Place> = (checksum: string) => Promise<readonly Place[]>
export type ContentPlaces = ReturnType<typeof createContentPlaces>

/** What is read elsewhere is copied to the folder, by its checksum. */
export function createContentPlaces(copyFolder: CopyFolder) {
  const finders: Find<ContentPlace>[] = []
  const remoteFinders: Find<RemotePlace>[] = []
  const findBy = async <Place>(all: readonly Find<Place>[], checksum: string) =>
    (await Promise.all(all.map((find) => find(checksum)))).flat()
  const findRemote = (checksum: string) => findBy(remoteFinders, checksum)

  async function read(checksum: string, range?: ByteRange): Promise<RemoteContent> {
    let away: Error | undefined
    for (const position of await findRemote(checksum))
      try {
        return await position.read(range)
      } catch (error) {
        // That one is away says nothing of the content.
        if (!hasCode(error, 'ENOENT')) away ??= error as Error
      }
    throw away ?? Object.assign(new Error(`there is no content ${checksum}`), { code: 'ENOENT' })
  }

  return {
    add: (find: Find<ContentPlace>) => void finders.push(find),
    addRemote: (find: Find<RemotePlace>) => void remoteFinders.push(find),
    find: (checksum: string) => findBy(finders, checksum),
    findRemote,
    copies: createLocalCopies({ ...copyFolder, read }),
  }
}

/**
 * Content in folders of others is read in place, as long as size and modification time match those of its checksum, and never
 * written, linked or deleted. That in buckets of others is read there, or as a whole by a copy on this machine.
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
    ...own,
    get direct() {
      return own.direct
    },
    async open(checksum, range, options) {
      try {
        return await own.open(checksum, range, options)
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
        const match = await elsewhere(checksum)
        return match === undefined ? positions.copies.open(checksum, range) : match.file.stream(range)
      }
    },
    async stat(checksum) {
      const stored = await own.stat(checksum)
      if (stored !== undefined) return stored
      const match = await elsewhere(checksum)
      await match?.file.handle.close()
      if (match !== undefined)
        return { checksum, size: match.place.size, putAt: match.place.modifiedAt / 1_000, reclaimable: 0 }
      const remote = (await positions.findRemote(checksum)).find(({ isThere }) => isThere)
      return remote && { checksum, size: remote.size, putAt: 0, reclaimable: 0 }
    },
    async withLocalFile(checksum, work) {
      const result = await own.withLocalFile(checksum, work)
      if (result !== undefined) return result
      const match = await elsewhere(checksum)
      await match?.file.handle.close()
      if (match === undefined) return positions.copies.withLocalFile(checksum, work)
      return work({ file: match.place.path, within: match.place.folder })
    },
    async placeFile(checksum, path) {
      if (await own.placeFile(checksum, path)) return true
      const match = await elsewhere(checksum)
      if (match !== undefined) return writeVerified(await match.file.stream(), checksum, path)
      const content = await positions.copies.open(checksum).catch(ifMissing)
      return content !== undefined && writeVerified(content, checksum, path)
    },
  }
}
