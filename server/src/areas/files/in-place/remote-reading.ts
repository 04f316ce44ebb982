import { fail } from '@vermilion/contract/kernel/errors'
import type { RemotePlace } from '#platform/blobs/composed'
import { hasCode } from '#platform/blobs/folder-file'
import { collectWrites } from '#platform/database/collected-writes'
import type { Content } from '#platform/http/range'
import type { Platform } from '#platform/platform'
import { orAborted } from '#platform/time-out'
import type { Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import type { FileRow } from '../store.ts'
import { createRemoteRead } from './folders-away.ts'
import type { InPlaceStore, RemoteVersion } from './store.ts'

export interface RemoteReaderNeeds extends Pick<Platform, 'database' | 'clock' | 'contentPlaces'> {
  readonly spaces: Pick<Spaces, 'get' | 'resolveFolder' | 'addToCounters' | 'openRemoteFolder'>
  readonly folders: Pick<FolderStore, 'addToCounters'>
  readonly store: InPlaceStore
}

/** Reads files of buckets and of lists of addresses. Each is copied as a whole once, whoever it is read for. */
export function createRemoteReader({ database, clock, contentPlaces, spaces, folders, store }: RemoteReaderNeeds) {
  const underWay = new Map<string, Promise<string>>()
  const read = createRemoteRead(spaces.openRemoteFolder)
  const addVersion = collectWrites<RemoteVersion>(async (rows) => void (await store.addRemoteVersions(rows)), {
    maxItems: 200,
    intervalMs: 5,
  })

  async function fileOf({ spaceId, path, version }: FileRow) {
    const { path: folder, storageId } = await spaces.get(spaceId)
    return { folder, storageId, path, version: version ?? '' }
  }

  function placeOf(row: RemoteVersion & { isIndexed: boolean }): RemotePlace {
    const { checksum, size, version, isIndexed } = row
    const { copies } = contentPlaces
    return {
      size,
      isThere: isIndexed || version.includes(' '),
      async read(range) {
        // Without a version, only all of the content can be told from another.
        if (version !== '' || range === undefined) return read(row, range)
        await copies.withLocalFile(checksum, async () => true)
        return { size: range.end - range.start + 1, stream: await copies.open(checksum, range) }
      },
    }
  }

  contentPlaces.addRemote(async (checksum) => (await store.remoteVersions(checksum)).map(placeOf))

  async function take(row: FileRow): Promise<string> {
    const file = await fileOf(row)
    const content = await read(file).catch(asUnreachable(row.path))
    const checksum = await contentPlaces.copies.take(content).catch(asUnreachable(row.path))
    const { size } = content
    await addVersion({ ...file, checksum, version: content.version ?? file.version, size })
    if (row.version !== '') return checksum
    // The list has told neither size nor version.
    await database.transaction(async () => {
      const counters = createCounterChanges({ folders, spaces, now: clock.time() })
      const [updated] = await store.setTold(row, { checksum, size, version: content.version?.split(' ')[0] ?? '' })
      if (updated?.numUpdatedRows === 1n) counters.replaced(row, size)
      await counters.save()
    })
    return checksum
  }

  /** Fails with `file.unreachable` when the file has changed, and as `StoreUnreachable` when nothing can be read for now. */
  async function checksumOf(row: FileRow, signal?: AbortSignal): Promise<string> {
    const existing = row.checksum ?? (await store.checksumNow(row))
    if (existing !== null) return existing
    const key = `${row.id} ${row.version}`
    const running = underWay.get(key) ?? take(row).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return signal === undefined ? running : orAborted(running, signal)
  }

  /** By its checksum, where that is known: there may be a copy. */
  async function contentOf(row: FileRow): Promise<Pick<Content, 'size' | 'tag' | 'open'>> {
    const { path, version } = row
    const checksum = row.checksum ?? (version === '' ? await checksumOf(row) : null)
    if (checksum !== null) {
      const size = version === '' ? (await store.remoteVersions(checksum))[0]?.size : row.size
      const open: Content['open'] = (range) => contentPlaces.copies.open(checksum, range).catch(asUnreachable(path))
      return { size: size ?? row.size, tag: checksum, open }
    }
    const file = await fileOf(row)
    return {
      size: row.size,
      tag: `${row.size}-${version?.replaceAll(/[^\w-]/g, '')}`,
      open: async (range) => (await read(file, range).catch(asUnreachable(path))).stream,
    }
  }

  return { checksumOf, contentOf }
}

const asUnreachable = (path: string) => (error: unknown) => {
  throw hasCode(error, 'ENOENT') ? fail('file.unreachable', { path }) : error
}
