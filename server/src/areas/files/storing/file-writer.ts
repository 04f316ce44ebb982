import type { UploadMetadata } from '@vermilion/contract/files'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { fileName, folderOf, normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { topic } from '#platform/events/events'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import { mediaOf } from '../content/media.ts'
import { numbered } from './numbered-path.ts'
import { sortKey } from '../sort-key.ts'
import { pathAndAbove } from '../folders/folder-store.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow, FileStore } from '../store.ts'
import { createTally } from './counter-changes.ts'
import type { Tally } from './counter-changes.ts'

/** Told inside the transaction that gives a file another content; null where nobody has read it yet. */
export const fileReplaced = topic<{ spaceId: string; fileId: string; before: string | null; now: string | null }>(
  'file-replaced',
)

export interface Placing extends Pick<UploadMetadata, 'spaceId' | 'path' | 'conflict'> {
  readonly blob: Blob
}

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly spaces: Spaces
  readonly store: FileStore
  readonly folders: FolderStore
  /** Called in the transaction that changed a file. */
  changed(file: FileRow): Promise<void>
}

/** The stored spelling of a file's path. Fails as `file.path-invalid` with the reason. */
export function filePath(given: string): string {
  const path = normalizePath(given)
  const reason = pathProblem(path)
  if (reason !== undefined) throw fail('file.path-invalid', { path, reason })
  return path
}

/** What became of one file: the file that stands at the path afterwards, and whether it has the content that came. */
export interface Placed {
  readonly file: FileRow
  readonly taken: boolean
  /** The path of another file of the space with the very same content. */
  readonly equals: string | null
}

/** Gives content that is stored already its place in a space. */
export function createPlace({ database, clock, events, spaces, store, folders, changed }: Needs) {
  /** One name cannot be a file and a folder, or the space could never be written to a disk. */
  async function checkFree(spaceId: string, path: string): Promise<void> {
    const above = pathAndAbove(folderOf(path)).filter((folder) => folder !== '')
    const file = above.length === 0 ? undefined : await store.firstOf(spaceId, above)
    if (file !== undefined) {
      const reason = { en: `${file.path} is a file`, zh: `${file.path} 是一个文件` }
      throw fail('file.path-invalid', { path, reason })
    }
    if ((await folders.numberOf(spaceId, path)) !== undefined) {
      throw fail('file.path-invalid', { path, reason: { en: 'it is a folder', zh: '该路径是文件夹' } })
    }
  }

  /** Adds beside what stands there, under the first number that is free, of folders too, or holds this very content. */
  async function addBeside(existing: FileRow, blob: Blob, tally: Tally): Promise<FileRow> {
    const { spaceId, path } = existing
    let taken: FileRow | undefined = existing
    let free = path
    for (let number = 2; taken !== undefined || (await folders.numberOf(spaceId, free)) !== undefined; number++) {
      if (taken?.checksum === blob.checksum) return taken
      free = numbered(path, number)
      taken = await store.byPath(spaceId, free)
    }
    return add(spaceId, free, blob, tally)
  }

  async function add(spaceId: string, path: string, blob: Blob, tally: Tally): Promise<FileRow> {
    const now = clock.time()
    tally.came({ spaceId, path, size: blob.size })
    return store.add({
      id: newId(),
      spaceId,
      path,
      folder: await folders.ensure(spaceId, folderOf(path), now),
      name: fileName(path),
      sortKey: sortKey(path),
      ...contentFields(path, blob),
      tags: writeJson([]),
      score: -1,
      modifiedAt: null,
      createdAt: now,
      updatedAt: now,
    })
  }

  async function replace(file: FileRow, blob: Blob, tally: Tally): Promise<FileRow> {
    if (file.checksum === blob.checksum) return file
    const row = { ...file, ...contentFields(file.path, blob), updatedAt: clock.time() }
    await store.update(file.id, row)
    tally.replaced(file, blob.size)
    const news = { spaceId: file.spaceId, fileId: file.id, before: file.checksum, now: blob.checksum }
    await events.tell(fileReplaced, news)
    return row
  }

  async function placeOne({ spaceId, path: given, conflict, blob }: Placing, tally: Tally): Promise<Placed> {
    const path = filePath(given)
    const existing = await store.byPath(spaceId, path)
    if (existing === undefined) await checkFree(spaceId, path)
    const equal = await store.firstEqual(spaceId, blob.checksum, path)
    const placed = (file: FileRow) => {
      const taken = file.checksum === blob.checksum
      return { file, taken, equals: taken && equal !== undefined && equal.path !== file.path ? equal.path : null }
    }
    if (existing === undefined) return placed(await add(spaceId, path, blob, tally))
    if (conflict === 'skip') return placed(existing)
    return placed(await (conflict === 'keep-both' ? addBeside : replace)(existing, blob, tally))
  }

  /** Files of one space, in one transaction; of each what became of it, or why it was refused. */
  function placeAll(spaceId: string, placings: readonly Placing[]): Promise<(Placed | Failure)[]> {
    return database.transaction(async () => {
      refuseInPlace(await spaces.get(spaceId))
      const tally = createTally({ folders, spaces, now: clock.time() })
      const found: (Placed | Failure)[] = []
      for (const placing of placings) {
        // Refusals come before anything of the file is written.
        found.push(await placeOne({ ...placing, spaceId }, tally).catch(asRefusal))
      }
      await tally.write()
      const rows = found.flatMap((one) => ('file' in one ? one.file : []))
      const told = tally.isEmpty() ? undefined : (rows.find((row) => row.examined === 0) ?? rows[0])
      if (told !== undefined) await changed(told)
      return found
    })
  }

  /** Folders that an archive has, empty ones too; what stands there as a file stays one. */
  function makeFolders(spaceId: string, paths: readonly string[]): Promise<void> {
    return database.transaction(async () => {
      for (const path of paths) {
        const above = pathAndAbove(path).filter((folder) => folder !== '')
        if ((await store.firstOf(spaceId, above)) === undefined) await folders.ensure(spaceId, path, clock.time())
      }
    })
  }

  return {
    placeAll,
    makeFolders,
    /** One file; answers the file that stands at the path afterwards. */
    async place(placing: Placing): Promise<Placed> {
      filePath(placing.path)
      const [placed] = await placeAll(placing.spaceId, [placing])
      if (placed === undefined || placed instanceof Failure) throw placed ?? fail('file.not-found')
      return placed
    },
  }
}

function asRefusal(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

function contentFields(path: string, { checksum, size }: Blob) {
  const media = mediaOf(fileName(path))
  const examined = media.readable === true ? 0 : 1
  return {
    checksum,
    size,
    kind: media.kind,
    mediaType: media.type,
    width: null,
    height: null,
    broken: 0,
    examined,
  } as const
}
