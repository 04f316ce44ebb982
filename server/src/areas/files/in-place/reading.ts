import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { fileState, openInFolder, sameState, type FileState, type FolderFile } from '#platform/blobs/folder-file'
import type { Content } from '#platform/http/range'
import type { FileRow } from '../store.ts'
import { createRemoteReader, type RemoteReaderNeeds } from './remote-reading.ts'

interface Needs extends RemoteReaderNeeds {
  reportChange(spaceId: string): Promise<void>
  changed(spaceId: string): void
}

export type InPlaceReader = ReturnType<typeof createInPlaceReader>

export function createInPlaceReader(needs: Needs) {
  const { spaces, store, contentPlaces, reportChange, changed } = needs
  const remote = createRemoteReader(needs)
  const underWay = new Map<string, Promise<string>>()

  contentPlaces.add(async (checksum) => {
    const locations = await store.listLocations(checksum)
    const isReachable = await Promise.all(locations.map((location) => reachable(location.folder)))
    return locations.filter((_, index) => isReachable[index])
  })

  const reachable = (folder: string) =>
    spaces.resolveFolder(folder).then(
      () => true,
      () => false,
    )

  async function open({ spaceId, path }: Pick<FileRow, 'spaceId' | 'path'>): Promise<FolderFile> {
    try {
      const folder = await spaces.resolveFolder((await spaces.get(spaceId)).path)
      return await openInFolder(folder, path)
    } catch {
      throw fail('file.unreachable', { path })
    }
  }

  /** A failing request triggers a scan of the folder. */
  async function reportingFailure<Result>({ spaceId }: FileRow, work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (error instanceof Failure) await reportChange(spaceId)
      throw error
    }
  }

  /** The checksum of a file that matches the index, before and after. Fails with `file.unreachable`. */
  async function checksumOf(row: FileRow, signal?: AbortSignal): Promise<string> {
    if (row.version !== null) return remote.checksumOf(row, signal)
    const file = await open(row)
    if (!isAsIndexed(row, file)) {
      await file.handle.close()
      throw fail('file.unreachable', { path: row.path })
    }
    return hash(file, signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error instanceof ChangedWhileReading ? fail('file.unreachable', { path: row.path }) : error
    })
  }

  async function readNow(row: FileRow): Promise<string> {
    const checksum = await reportingFailure(row, checksumOf(row))
    await store.setChecksum(row, checksum)
    changed(row.spaceId)
    return checksum
  }

  return {
    /** For background work: a mismatch triggers no scan, since a file that each scan finds unreadable would trigger the next. */
    checksumOf,

    /** A file with its checksum, computed now if necessary; concurrent calls share the work. */
    async read(row: FileRow): Promise<FileRow & { checksum: string }> {
      if (row.checksum !== null) return { ...row, checksum: row.checksum }
      const running = underWay.get(row.id) ?? readNow(row).finally(() => underWay.delete(row.id))
      underWay.set(row.id, running)
      return { ...row, checksum: await running }
    },

    async content(row: FileRow): Promise<Pick<Content, 'size' | 'tag' | 'open'>> {
      if (row.version !== null) {
        const { open: openRemote, ...rest } = await reportingFailure(row, remote.contentOf(row))
        return { ...rest, open: (range) => reportingFailure(row, openRemote(range)) }
      }
      const now = await reportingFailure(row, open(row))
      await now.handle.close()
      const isIndexed = isAsIndexed(row, now)
      if (!isIndexed) await reportChange(row.spaceId)
      const tag = isIndexed && row.checksum !== null ? row.checksum : `${now.size}-${now.modifiedAt}`
      return {
        size: now.size,
        tag,
        async open(range) {
          const file = await reportingFailure(row, open(row))
          if (sameState(file, now)) return file.stream(range)
          await file.handle.close()
          throw fail('file.unreachable', { path: row.path })
        },
      }
    },
  }
}

class ChangedWhileReading extends Error {}

function isAsIndexed({ size, modifiedAt }: FileRow, now: FileState): boolean {
  return modifiedAt !== null && sameState({ size, modifiedAt }, now)
}

const partSize = 1024 * 1024
const partsPerTurn = 4

/** The checksum of a file that does not change meanwhile. Closes the file. */
async function hash(file: FolderFile, signal?: AbortSignal): Promise<string> {
  const { handle } = file
  try {
    const sha256 = createHash('sha256')
    const part = Buffer.allocUnsafe(Math.min(partSize, Math.max(1, file.size)))
    let size = 0
    for (let turn = 1; ; turn++) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(part, 0, part.length, size)
      if (bytesRead === 0) break
      sha256.update(part.subarray(0, bytesRead))
      size += bytesRead
      if (turn % partsPerTurn === 0) await setImmediate()
    }
    if (size !== file.size || !sameState(file, fileState(await handle.stat()))) throw new ChangedWhileReading()
    return sha256.digest('hex')
  } finally {
    await handle.close()
  }
}
