import { setImmediate } from 'node:timers/promises'
import { fileName, folderOf } from '@vermilion/contract/paths'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Spaces } from '#areas/spaces'
import { mediaOf } from '../content/media.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import { sortKey } from '../storing/sort-key.ts'
import type { NewFileRow } from '../store.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import { fileReplaced } from '../storing/file-writer.ts'
import { filesDeleted } from '../storing/topics.ts'
import type { NumberBitmap } from './number-bitmap.ts'
import type { KnownFile, ScanStore } from './scan-store.ts'
import type { WalkEntry } from './walk.ts'

export type FoundFile = Extract<WalkEntry, { kind: 'file' }>

export type ChangedFile = FoundFile & { readonly previous: KnownFile }

/** Rows changed in one transaction, which holds the event loop from begin to commit. */
const writeBatchSize = 20
const folderBatchSize = 400

export interface IndexingNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly spaces: Pick<Spaces, 'get' | 'addToCounters'>
  readonly folders: Pick<FolderStore, 'ensure' | 'addToCounters'>
  readonly scanStore: ScanStore
  readonly examination: { enqueue(): Promise<unknown> }
  changed(spaceId: string): void
}

/** Writes in small transactions. Numbers of new rows are added to `existingNumbers`. */
export function createIndexWriter(needs: IndexingNeeds, spaceId: string, existingNumbers: NumberBitmap) {
  const { database, clock, events, spaces, folders, scanStore, examination, changed } = needs

  /** Writes some rows in one transaction and then yields. Fails with `space.not-found` once the space is deleted. */
  async function write(work: () => Promise<void>): Promise<void> {
    await database.transaction(async () => {
      await spaces.get(spaceId)
      await work()
      changed(spaceId)
    })
    await setImmediate()
  }

  const newCounters = () => createCounterChanges({ folders, spaces, now: clock.time() })

  async function addFiles(files: readonly FoundFile[]): Promise<void> {
    const now = clock.time()
    const counters = newCounters()
    const numbers = new Map<string, number>()
    for (const folder of new Set(files.map(({ path }) => folderOf(path))))
      numbers.set(folder, await folders.ensure(spaceId, folder, now))
    const rows = files.map((file) => newRow(file, { spaceId, folder: numbers.get(folderOf(file.path)) ?? -1, now }))
    for (const number of await scanStore.addFiles(rows)) existingNumbers.add(number)
    for (const { path, size } of files) counters.added({ spaceId, path, size })
    await counters.save()
    await examination.enqueue()
  }

  async function changeFiles(files: readonly ChangedFile[]): Promise<void> {
    const counters = newCounters()
    for (const { previous, ...file } of files) {
      await scanStore.updateFile(previous.id, contentOf(file, clock.time()))
      counters.replaced({ ...previous, spaceId }, file.size)
      await events.emit(fileReplaced, { spaceId, fileId: previous.id, previous: previous.checksum, now: null })
    }
    await counters.save()
    await examination.enqueue()
  }

  async function removeFiles(files: readonly KnownFile[]): Promise<void> {
    const counters = newCounters()
    const fileIds = files.map(({ id }) => id)
    await scanStore.removeFiles(fileIds)
    for (const file of files) counters.removed({ ...file, spaceId })
    await counters.save()
    await events.emit(filesDeleted, { spaceId, fileIds })
  }

  async function writeInBatches<Item>(
    items: readonly Item[],
    work: (some: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    for (const some of batchesOf(items, writeBatchSize)) await write(() => work(some))
  }

  async function addFolders(paths: readonly string[]): Promise<void> {
    for (const path of paths) await folders.ensure(spaceId, path, clock.time())
  }

  return {
    addFiles: (files: readonly FoundFile[]) => writeInBatches(files, addFiles),
    changeFiles: (files: readonly ChangedFile[]) => writeInBatches(files, changeFiles),
    removeFiles: (files: readonly KnownFile[]) => writeInBatches(files, removeFiles),
    addFolders: (paths: readonly string[]) => writeInBatches(paths, addFolders),

    async removeFolder(path: string): Promise<void> {
      for (let removed = folderBatchSize; removed === folderBatchSize;) {
        await write(async () => {
          removed = await scanStore.removeFolders(spaceId, path, folderBatchSize)
        })
      }
    },
  }
}

export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

function contentOf({ path, size, modifiedAt }: FoundFile, now: string) {
  const { kind, type } = mediaOf(fileName(path))
  const unread = { checksum: null, width: null, height: null, broken: 0, examined: 0 } as const
  return { size, modifiedAt, kind, mediaType: type, ...unread, updatedAt: timeOf(modifiedAt) ?? now }
}

function newRow(
  file: FoundFile,
  { spaceId, folder, now }: { spaceId: string; folder: number; now: string },
): NewFileRow {
  const { path } = file
  return {
    id: newId(),
    spaceId,
    folder,
    path,
    name: fileName(path),
    sortKey: sortKey(path),
    ...contentOf(file, now),
    tags: writeJson([]),
    score: -1,
    createdAt: now,
  }
}

/** Undefined outside the years with four digits. */
function timeOf(microseconds: number): string | undefined {
  const milliseconds = microseconds / 1_000
  return milliseconds < 0 || milliseconds >= 253_402_300_800_000 ? undefined : new Date(milliseconds).toISOString()
}
