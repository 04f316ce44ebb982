import type { UploadMetadata } from '@vermilion/contract/files'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { folderOf, normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import type { Platform } from '#platform/platform'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow, FileStore } from '../store.ts'
import { createCounterChanges, type CounterChanges } from './counter-changes.ts'
import { contentFields, newFileRow } from './new-file.ts'
import { numberedPath } from './numbered-path.ts'
import { fileReplaced } from './topics.ts'

export interface FileWrite extends Pick<UploadMetadata, 'spaceId' | 'path' | 'conflict'> {
  readonly blob: Blob
}

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events'> {
  readonly spaces: Spaces
  readonly store: FileStore
  readonly folders: FolderStore
  changed(file: FileRow): Promise<void>
}

export function filePath(input: string): string {
  const path = normalizePath(input)
  const reason = pathProblem(path)
  if (reason !== undefined) throw fail('file.path-invalid', { path, reason })
  return path
}

export interface WriteResult {
  readonly file: FileRow
  readonly isWritten: boolean
  readonly duplicateOf: string | null
}

export function createFileWriter({ database, clock, events, spaces, store, folders, changed }: Needs) {
  async function add(spaceId: string, path: string, blob: Blob, counters: CounterChanges): Promise<FileRow> {
    const now = clock.time()
    counters.added({ spaceId, path, size: blob.size })
    const folder = await folders.ensure(spaceId, folderOf(path), now)
    return store.add(newFileRow({ spaceId, path, folder }, contentFields(path, blob), now))
  }

  async function addBeside(existing: FileRow, blob: Blob, counters: CounterChanges): Promise<FileRow> {
    const numbered = await findNumberedPath({ store, folders }, existing, blob.checksum)
    return 'equal' in numbered ? numbered.equal : add(existing.spaceId, numbered.path, blob, counters)
  }

  async function replace(file: FileRow, blob: Blob, counters: CounterChanges): Promise<FileRow> {
    if (file.checksum === blob.checksum) return file
    const row = { ...file, ...contentFields(file.path, blob), updatedAt: clock.time() }
    await store.update(file.id, row)
    counters.replaced(file, blob.size)
    const { spaceId, id: fileId, checksum: previous } = file
    await events.emit(fileReplaced, { spaceId, fileId, previous, now: blob.checksum })
    return row
  }

  async function writeFile(
    { spaceId, path: input, conflict, blob }: FileWrite,
    counters: CounterChanges,
  ): Promise<WriteResult> {
    const path = filePath(input)
    const existing = await store.byPath(spaceId, path)
    if (existing === undefined) await requireFilePath({ store, folders }, spaceId, path)
    const equal = await store.firstEqual(spaceId, blob.checksum, path)
    const toResult = (file: FileRow) => {
      const isWritten = file.checksum === blob.checksum
      return {
        file,
        isWritten,
        duplicateOf: isWritten && equal !== undefined && equal.path !== file.path ? equal.path : null,
      }
    }
    if (existing === undefined) return toResult(await add(spaceId, path, blob, counters))
    if (conflict === 'skip') return toResult(existing)
    // The sender of a name in another Unicode form may not know that it is the same name, so the existing file is kept too.
    const isOtherForm = conflict === 'replace' && input !== path
    return toResult(await (isOtherForm || conflict === 'keep-both' ? addBeside : replace)(existing, blob, counters))
  }

  /** In one transaction. */
  function writeAll(spaceId: string, writes: readonly FileWrite[]): Promise<(WriteResult | Failure)[]> {
    return database.transaction(async () => {
      refuseInPlace(await spaces.get(spaceId))
      const counters = createCounterChanges({ folders, spaces, now: clock.time() })
      const results: (WriteResult | Failure)[] = []
      for (const write of writes) {
        // Refusals happen before the file is written.
        results.push(await writeFile({ ...write, spaceId }, counters).catch(asRefusal))
      }
      await counters.save()
      const rows = results.flatMap((one) => ('file' in one ? one.file : []))
      const changedRow = counters.isEmpty() ? undefined : (rows.find((row) => row.examined === 0) ?? rows[0])
      if (changedRow !== undefined) await changed(changedRow)
      return results
    })
  }

  return {
    writeAll,
    /** Skips folders that a file is in the way of. */
    makeFolders: (spaceId: string, paths: readonly string[]): Promise<void> =>
      database.transaction(async () => {
        for (const path of paths)
          if ((await store.blocking(spaceId, path)) === undefined) await folders.ensure(spaceId, path, clock.time())
      }),
    async write(write: FileWrite): Promise<WriteResult> {
      filePath(write.path)
      const [toResult] = await writeAll(write.spaceId, [write])
      if (toResult === undefined || toResult instanceof Failure) throw toResult ?? fail('file.not-found')
      return toResult
    },
  }
}

function asRefusal(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

/** Fails with `file.path-invalid`: one name cannot be a file and a folder, or the space could not be written to a disk. */
async function requireFilePath(
  { store, folders }: Pick<Needs, 'store' | 'folders'>,
  spaceId: string,
  path: string,
): Promise<void> {
  const file = await store.blocking(spaceId, folderOf(path))
  if (file !== undefined) {
    const reason = { en: `${file.path} is a file`, zh: `${file.path} 是一个文件` }
    throw fail('file.path-invalid', { path, reason })
  }
  if ((await folders.numberOf(spaceId, path)) !== undefined) {
    throw fail('file.path-invalid', { path, reason: { en: 'it is a folder', zh: '该路径是文件夹' } })
  }
}

async function findNumberedPath(
  { store, folders }: Pick<Needs, 'store' | 'folders'>,
  existing: FileRow,
  checksum: string,
): Promise<{ path: string } | { equal: FileRow }> {
  const { spaceId } = existing
  let occupant: FileRow | undefined = existing
  let path = existing.path
  for (let number = 2; occupant !== undefined || (await folders.numberOf(spaceId, path)) !== undefined; number++) {
    if (occupant?.checksum === checksum) return { equal: occupant }
    path = numberedPath(existing.path, number)
    occupant = await store.byPath(spaceId, path)
  }
  return { path }
}
