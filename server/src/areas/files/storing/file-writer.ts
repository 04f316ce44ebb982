import type { UploadMetadata } from '@vermilion/contract/files'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { folderOf, normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { topic } from '#platform/events/events'
import type { Events } from '#platform/events/events'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow, FileStore } from '../store.ts'
import { createCounterChanges } from './counter-changes.ts'
import type { CounterChanges } from './counter-changes.ts'
import { findNumberedPath, requireFilePath } from './free-path.ts'
import { contentFields, newFileRow } from './new-file.ts'

/** Published inside the transaction that replaces a file's content; null for unread content. */
export const fileReplaced = topic<{ spaceId: string; fileId: string; previous: string | null; now: string | null }>(
  'file-replaced',
)

export interface FileWrite extends Pick<UploadMetadata, 'spaceId' | 'path' | 'conflict'> {
  readonly blob: Blob
}

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
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
    return store.add(newFileRow({ spaceId, path, folder }, blob, now))
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
    const news = { spaceId: file.spaceId, fileId: file.id, previous: file.checksum, now: blob.checksum }
    await events.emit(fileReplaced, news)
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
