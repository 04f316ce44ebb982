import { setImmediate } from 'node:timers/promises'
import { fileName, folderOf } from '@vermilion/contract/paths'
import type { ScanReport } from '@vermilion/contract/spaces'
import { sameState } from '#platform/blobs/folder-file'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import { mediaOf } from '../content/media.ts'
import { joinPath } from '../storing/numbered-path.ts'
import { fileReplaced } from '../storing/file-writer.ts'
import { filesDeleted } from '../storing/news.ts'
import { sortKey } from '../sort-key.ts'
import type { NewFileRow } from '../store.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import type { KnownFile, ScanStore } from './scan-store.ts'
import { createNumberBitmap } from './number-bitmap.ts'
import type { WalkEntry } from './walk.ts'

type FoundFile = Extract<WalkEntry, { kind: 'file' }>
type FoundFolder = Extract<WalkEntry, { kind: 'folder' }>
type Counts = Pick<ScanReport, 'added' | 'changed' | 'removed'>

/** Paths asked for at once, and rows changed in one transaction: it holds the event loop from begin to commit. */
const lookupBatchSize = 400
const writeBatchSize = 20

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

/** Brings the index of one space in line with what a walk finds, part by part, in the order of the walk. */
export function createIndexing(needs: IndexingNeeds, spaceId: string) {
  const { database, clock, events, spaces, folders, scanStore, examination, changed } = needs
  /** Rows that stand for something on the disk. */
  const existingNumbers = createNumberBitmap()
  const counts: Counts = { added: 0, changed: 0, removed: 0 }

  /** One transaction for some rows; then others have their turn. Fails as `space.not-found` once the space is gone. */
  async function write(work: () => Promise<void>): Promise<void> {
    await database.transaction(async () => {
      await spaces.get(spaceId)
      await work()
      changed(spaceId)
    })
    await setImmediate()
  }

  const newCounters = () => createCounterChanges({ folders, spaces, now: clock.time() })

  async function add(files: readonly FoundFile[]): Promise<void> {
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

  async function change(files: readonly (FoundFile & { previous: KnownFile })[]): Promise<void> {
    const counters = newCounters()
    for (const { previous, ...file } of files) {
      await scanStore.updateFile(previous.id, contentOf(file, clock.time()))
      counters.replaced({ ...previous, spaceId }, file.size)
      await events.tell(fileReplaced, { spaceId, fileId: previous.id, previous: previous.checksum, now: null })
    }
    await counters.save()
    await examination.enqueue()
  }

  async function remove(files: readonly KnownFile[]): Promise<void> {
    const counters = newCounters()
    const fileIds = files.map(({ id }) => id)
    await scanStore.removeFiles(fileIds)
    for (const file of files) counters.removed({ ...file, spaceId })
    await counters.save()
    await events.tell(filesDeleted, { spaceId, fileIds })
  }

  async function writeInBatches<Item>(
    items: readonly Item[],
    work: (some: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    for (const some of batchesOf(items, writeBatchSize)) await write(() => work(some))
  }

  async function indexFiles(files: readonly FoundFile[]): Promise<void> {
    for (const some of batchesOf(files, lookupBatchSize)) {
      const rows = await scanStore.filesAt(
        spaceId,
        some.map(({ path }) => path),
      )
      const knownFiles = new Map(rows.map((row) => [row.path, row]))
      const newItems = some.filter(({ path }) => !knownFiles.has(path))
      const different = some.flatMap((file) => {
        const previous = knownFiles.get(file.path)
        if (previous === undefined) return []
        existingNumbers.add(previous.number)
        return isUnchanged(previous, file) ? [] : [{ ...file, previous }]
      })
      await writeInBatches(newItems, add)
      await writeInBatches(different, change)
      counts.added += newItems.length
      counts.changed += different.filter(({ previous, ...file }) => !sameState(stateOf(previous), file)).length
    }
  }

  async function indexFolders(found: readonly FoundFolder[]): Promise<void> {
    for (const some of batchesOf(found, lookupBatchSize)) {
      const findRows = () =>
        scanStore.foldersAt(
          spaceId,
          some.map(({ path }) => path),
        )
      let rows = await findRows()
      const knownPaths = new Set(rows.map(({ path }) => path))
      const newItems = some.filter(({ path }) => !knownPaths.has(path))
      await writeInBatches(newItems, async (paths) => {
        for (const { path } of paths) await folders.ensure(spaceId, path, clock.time())
      })
      if (newItems.length > 0) rows = await findRows()
      const byPath = new Map(rows.map((row) => [row.path, row]))
      for (const { path, files } of some) {
        const row = byPath.get(path)
        if (row !== undefined && row.fileCount > files) await removeMissing(row.number)
      }
      const existingPaths = new Set(some.flatMap(({ path, folders }) => folders.map((name) => joinPath(path, name))))
      const children = await scanStore.foldersIn(rows.map(({ number }) => number))
      for (const { path } of children) if (!existingPaths.has(path)) await removeFolder(path)
    }
  }

  async function removeMissing(folder: number): Promise<void> {
    for (let after = 0; ;) {
      const some = await scanStore.filesIn(folder, after, lookupBatchSize)
      const missingFiles = some.filter(({ number }) => !existingNumbers.has(number))
      await writeInBatches(missingFiles, remove)
      counts.removed += missingFiles.length
      const last = some.at(-1)
      if (last === undefined || some.length < lookupBatchSize) return
      after = last.number
    }
  }

  async function removeFolder(path: string): Promise<void> {
    for (;;) {
      const files = await scanStore.filesBelow(spaceId, path, lookupBatchSize)
      await writeInBatches(files, remove)
      counts.removed += files.length
      if (files.length < lookupBatchSize) break
    }
    for (let removed = lookupBatchSize; removed === lookupBatchSize;) {
      await write(async () => {
        removed = await scanStore.removeFolders(spaceId, path, lookupBatchSize)
      })
    }
  }

  return {
    counts,
    async index(entries: readonly WalkEntry[]): Promise<void> {
      await indexFiles(entries.filter((one) => one.kind === 'file'))
      await indexFolders(entries.filter((one) => one.kind === 'folder'))
    },
  }
}

function* batchesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

function stateOf({ size, modifiedAt }: KnownFile) {
  return { size, modifiedAt: modifiedAt ?? -1 }
}

/** A file that could not be read last time is tried again. */
function isUnchanged(previous: KnownFile, file: FoundFile): boolean {
  return sameState(stateOf(previous), file) && !(previous.checksum === null && previous.examined === 1)
}

/** Fields of a file whose content nobody has read yet. */
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

/** Undefined for what no clock shows in four digits of years. */
function timeOf(microseconds: number): string | undefined {
  const milliseconds = microseconds / 1_000
  return milliseconds < 0 || milliseconds >= 253_402_300_800_000 ? undefined : new Date(milliseconds).toISOString()
}
