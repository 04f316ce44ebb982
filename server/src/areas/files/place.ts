import type { UploadMetadata } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import { fileName, folderOf, maximumNameBytes, normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { topic } from '#platform/events/events'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import { mediaOf } from './media.ts'
import { sortKey } from './sort-key.ts'
import type { FolderStore } from './folder-store.ts'
import type { FileRow, FileStore } from './store.ts'

/** Told inside the transaction that gives a file another content. */
export const fileReplaced = topic<{ spaceId: string; fileId: string; before: string | null; now: string }>(
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

/** Gives content that is stored already its place in a space; answers the file that stands there afterwards. */
export function createPlace({ database, clock, events, spaces, store, folders, changed }: Needs) {
  /** One name cannot be a file and a folder, or the space could never be written to a disk. */
  async function checkFree(spaceId: string, path: string): Promise<void> {
    const folders = path
      .split('/')
      .map((_, depth, parts) => parts.slice(0, depth).join('/'))
      .slice(1)
    const file = folders.length === 0 ? undefined : await store.firstOf(spaceId, folders)
    if (file !== undefined) {
      const reason = { en: `${file.path} is a file`, zh: `${file.path} 是一个文件` }
      throw fail('file.path-invalid', { path, reason })
    }
    if ((await store.firstBelow(spaceId, path)) !== undefined) {
      throw fail('file.path-invalid', { path, reason: { en: 'it is a folder', zh: '该路径是文件夹' } })
    }
  }

  /** Adds beside what stands there, under the first number that is free or holds this very content. */
  async function addBeside(existing: FileRow, blob: Blob): Promise<FileRow> {
    const { spaceId, path } = existing
    let taken: FileRow | undefined = existing
    let free = path
    for (let number = 2; taken !== undefined; number++) {
      if (taken.checksum === blob.checksum) return taken
      free = numbered(path, number)
      taken = await store.byPath(spaceId, free)
    }
    return add(spaceId, free, blob)
  }

  async function add(spaceId: string, path: string, blob: Blob): Promise<FileRow> {
    const now = clock.time()
    const folder = folderOf(path)
    const row = await store.add({
      id: newId(),
      spaceId,
      path,
      folder: await folders.ensure(spaceId, folder, now),
      name: fileName(path),
      sortKey: sortKey(path),
      ...contentFields(path, blob),
      tags: writeJson([]),
      score: -1,
      modifiedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    await folders.addToCounters(spaceId, folder, { files: 1, bytes: blob.size }, now)
    await spaces.addToCounters(spaceId, { files: 1, bytes: blob.size })
    await changed(row)
    return row
  }

  async function replace(file: FileRow, blob: Blob): Promise<FileRow> {
    if (file.checksum === blob.checksum) return file
    const row = { ...file, ...contentFields(file.path, blob), updatedAt: clock.time() }
    await store.update(file.id, row)
    const more = { files: 0, bytes: blob.size - file.size }
    await folders.addToCounters(file.spaceId, folderOf(file.path), more, row.updatedAt)
    await spaces.addToCounters(file.spaceId, more)
    const news = { spaceId: file.spaceId, fileId: file.id, before: file.checksum, now: blob.checksum }
    await events.tell(fileReplaced, news)
    await changed(row)
    return row
  }

  return ({ spaceId, path: given, conflict, blob }: Placing): Promise<FileRow> => {
    const path = filePath(given)
    return database.transaction(async () => {
      refuseInPlace(await spaces.get(spaceId))
      const existing = await store.byPath(spaceId, path)
      if (existing === undefined) {
        await checkFree(spaceId, path)
        return add(spaceId, path, blob)
      }
      if (conflict === 'skip') return existing
      if (conflict === 'keep-both') return addBeside(existing, blob)
      return replace(existing, blob)
    })
  }
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

/** `a/b.jpg` → `a/b (2).jpg`, shortened where the name would become too long. */
function numbered(path: string, number: number): string {
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  const suffix = ` (${number})${ending}`
  const stem = Array.from(name.slice(0, name.length - ending.length))
  while (stem.length > 1 && Buffer.byteLength(stem.join('') + suffix) > maximumNameBytes) stem.pop()
  const folder = folderOf(path)
  return `${folder === '' ? '' : `${folder}/`}${stem.join('')}${suffix}`
}
