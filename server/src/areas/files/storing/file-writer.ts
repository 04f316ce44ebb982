import type { UploadMetadata } from '@vermilion/contract/files'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { folderOf, normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import type { Platform } from '#platform/platform'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import { createDestination } from '../operations/destination.ts'
import type { FileRow, FileStore, NewFileRow } from '../store.ts'
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
  changed(file: NewFileRow): Promise<void>
}

export function filePath(input: string): string {
  const path = normalizePath(input)
  const reason = pathProblem(path)
  if (reason !== undefined) throw fail('file.path-invalid', { path, reason })
  return path
}

export interface WriteResult {
  readonly file: NewFileRow
  readonly isWritten: boolean
  readonly duplicateOf: string | null
}

/** Files of one transaction share these. */
interface Writing {
  readonly counters: CounterChanges
  readonly destination: ReturnType<typeof createDestination>
  /** Files that have yet to be written. */
  readonly added: NewFileRow[]
  /** Paths of files by their content. */
  readonly equals: Map<string, string[]>
}

export function createFileWriter({ database, clock, events, spaces, store, folders, changed }: Needs) {
  async function add(spaceId: string, path: string, blob: Blob, writing: Writing): Promise<NewFileRow> {
    const { counters, destination, added, equals } = writing
    counters.added({ spaceId, path, size: blob.size })
    const folder = requireFolder(await destination.ensureFolder(folderOf(path)))
    const row = newFileRow({ spaceId, path, folder }, contentFields(path, blob), clock.time())
    added.push(row)
    destination.reserve(path)
    equals.set(blob.checksum, [...(equals.get(blob.checksum) ?? []), path].slice(0, 2))
    return row
  }

  async function addBeside(existing: FileRow, blob: Blob, writing: Writing): Promise<NewFileRow> {
    const numbered = await findNumberedPath(writing.destination, existing, blob.checksum)
    return 'equal' in numbered ? numbered.equal : add(existing.spaceId, numbered.path, blob, writing)
  }

  async function replace(file: FileRow, blob: Blob, { counters, destination }: Writing): Promise<FileRow> {
    if (file.checksum === blob.checksum) return file
    const row = { ...file, ...contentFields(file.path, blob), updatedAt: clock.time() }
    await store.update(file.id, row)
    destination.reserve(file.path)
    counters.replaced(file, blob.size)
    const { spaceId, id: fileId, checksum: previous } = file
    await events.emit(fileReplaced, { spaceId, fileId, previous, now: blob.checksum })
    return row
  }

  async function writeFile(
    { spaceId, path: input, conflict, blob }: FileWrite,
    writing: Writing,
  ): Promise<WriteResult> {
    const path = filePath(input)
    const existing = await writing.destination.findFile(path)
    if (existing === undefined) await requireFilePath(writing.destination, path)
    const equal = writing.equals.get(blob.checksum)?.find((other) => other !== path)
    const toResult = (file: NewFileRow) => {
      const isWritten = file.checksum === blob.checksum
      return { file, isWritten, duplicateOf: isWritten && equal !== undefined && equal !== file.path ? equal : null }
    }
    if (existing === undefined) return toResult(await add(spaceId, path, blob, writing))
    if (conflict === 'skip') return toResult(existing)
    // The sender of a name in another Unicode form may not know that it is the same name, so the existing file is kept too.
    const isOtherForm = conflict === 'replace' && input !== path
    return toResult(await (isOtherForm || conflict === 'keep-both' ? addBeside : replace)(existing, blob, writing))
  }

  /** In one transaction. */
  function writeAll(spaceId: string, writes: readonly FileWrite[]): Promise<(WriteResult | Failure)[]> {
    return database.transaction(async () => {
      refuseInPlace(await spaces.get(spaceId))
      const now = clock.time()
      const counters = createCounterChanges({ folders, spaces, now })
      const destination = createDestination({ store, folders, now }, spaceId)
      const added: NewFileRow[] = []
      const write = () => store.addAll(added.splice(0))
      await destination.startBatch({ targets: writes.map(({ path }) => normalizePath(path)), write })
      const checksums = writes.map(({ blob }) => blob.checksum)
      const writing = { counters, destination, added, equals: await store.equals(spaceId, checksums) }
      const results: (WriteResult | Failure)[] = []
      for (const one of writes) {
        // Refusals happen before the file is written.
        results.push(await writeFile({ ...one, spaceId }, writing).catch(asRefusal))
      }
      await write()
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

/** Whoever adds a file has looked whether its folder is a file. */
function requireFolder(folder: number | undefined): number {
  if (folder === undefined) throw new Error('a file is added where its folder is a file')
  return folder
}

/** Fails with `file.path-invalid`: one name cannot be a file and a folder, or the space could not be written to a disk. */
async function requireFilePath(destination: Writing['destination'], path: string): Promise<void> {
  const file = await destination.findBlockingFile(folderOf(path))
  if (file !== undefined) {
    const reason = { en: `${file.path} is a file`, zh: `${file.path} 是一个文件` }
    throw fail('file.path-invalid', { path, reason })
  }
  if ((await destination.findFolder(path)) !== undefined) {
    throw fail('file.path-invalid', { path, reason: { en: 'it is a folder', zh: '该路径是文件夹' } })
  }
}

async function findNumberedPath(
  { findFile, findFolder }: Writing['destination'],
  existing: FileRow,
  checksum: string,
): Promise<{ path: string } | { equal: FileRow }> {
  let occupant: FileRow | undefined = existing
  let path = existing.path
  for (let number = 2; occupant !== undefined || (await findFolder(path)) !== undefined; number++) {
    if (occupant?.checksum === checksum) return { equal: occupant }
    path = numberedPath(existing.path, number)
    occupant = await findFile(path)
  }
  return { path }
}
