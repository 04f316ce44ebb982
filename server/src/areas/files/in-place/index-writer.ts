import { setImmediate } from 'node:timers/promises'
import { folderOf } from '@vermilion/contract/paths'
import { batchesOf } from '#platform/batches'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import { mediaFields, newFileRow } from '../storing/new-file.ts'
import { fileReplaced, filesDeleted } from '../storing/topics.ts'
import type { NumberBitmap } from './number-bitmap.ts'
import type { KnownFile, ScanStore } from './scan-store.ts'
import type { WalkEntry } from './walk.ts'

export type FoundFile = Extract<WalkEntry, { kind: 'file' }>

export type ChangedFile = FoundFile & { readonly previous: KnownFile }

/** Rows changed in one transaction, which holds the event loop from begin to commit. */
const usualBatchSize = 20
const folderBatchSize = 400

export interface IndexingNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  readonly spaces: Pick<Spaces, 'get' | 'addToCounters'>
  readonly folders: Pick<FolderStore, 'ensure' | 'addToCounters'>
  readonly scanStore: ScanStore
  readonly examination: { enqueue(): Promise<unknown> }
  changed(spaceId: string): void
}

/** Writes in small transactions. Numbers of new rows are added to `existingNumbers`. */
export function createIndexWriter(
  needs: IndexingNeeds,
  spaceId: string,
  existingNumbers: Pick<NumberBitmap, 'add'>,
  writeBatchSize = usualBatchSize,
) {
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
    const rows = files.map((file) => {
      const { path } = file
      return newFileRow({ spaceId, path, folder: numbers.get(folderOf(path)) ?? -1 }, contentOf(file, now), now)
    })
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

  async function removeInBatches(remove: () => Promise<number>): Promise<void> {
    for (let removed = folderBatchSize; removed === folderBatchSize;)
      await write(async () => {
        removed = await remove()
      })
  }

  async function addFolders(paths: readonly string[]): Promise<void> {
    for (const path of paths) await folders.ensure(spaceId, path, clock.time())
  }

  return {
    addFiles: (files: readonly FoundFile[]) => writeInBatches(files, addFiles),
    changeFiles: (files: readonly ChangedFile[]) => writeInBatches(files, changeFiles),
    removeFiles: (files: readonly KnownFile[]) => writeInBatches(files, removeFiles),
    addFolders: (paths: readonly string[]) => writeInBatches(paths, addFolders),
    removeEmptyFolders: () => removeInBatches(() => scanStore.removeEmptyFolders(spaceId, folderBatchSize)),
    removeFolder: (path: string) => removeInBatches(() => scanStore.removeFolders(spaceId, path, folderBatchSize)),
  }
}

/** Every file of a folder in place is examined, for its checksum. */
function contentOf({ path, size, modifiedAt, ...more }: FoundFile, now: string) {
  const version = more.version ?? null
  const updatedAt = (modifiedAt === 0 && version !== null ? undefined : timeOf(modifiedAt)) ?? now
  return { size, modifiedAt, version, checksum: null, ...mediaFields(path), examined: 0, updatedAt } as const
}

/** Undefined outside the years with four digits. */
function timeOf(microseconds: number): string | undefined {
  const milliseconds = microseconds / 1_000
  return milliseconds < 0 || milliseconds >= 253_402_300_800_000 ? undefined : new Date(milliseconds).toISOString()
}
