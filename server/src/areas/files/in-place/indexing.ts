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
import { joined } from '../storing/numbered-path.ts'
import { fileReplaced } from '../storing/file-writer.ts'
import { filesDeleted } from '../storing/news.ts'
import { sortKey } from '../sort-key.ts'
import type { NewFileRow } from '../store.ts'
import { createTally } from '../storing/counter-changes.ts'
import type { KnownFile, ScanStore } from './scan-store.ts'
import { createSeen } from './number-bitmap.ts'
import type { Found } from './walk.ts'

type FoundFile = Extract<Found, { kind: 'file' }>
type FoundFolder = Extract<Found, { kind: 'folder' }>
type Counts = Pick<ScanReport, 'added' | 'changed' | 'removed'>

/** Paths asked for at once, and rows changed in one transaction: it holds the event loop from begin to commit. */
const askedAtOnce = 400
const writtenAtOnce = 20

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
  const seen = createSeen()
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

  const newTally = () => createTally({ folders, spaces, now: clock.time() })

  async function add(files: readonly FoundFile[]): Promise<void> {
    const now = clock.time()
    const tally = newTally()
    const numbers = new Map<string, number>()
    for (const folder of new Set(files.map(({ path }) => folderOf(path))))
      numbers.set(folder, await folders.ensure(spaceId, folder, now))
    const rows = files.map((file) => newRow(file, { spaceId, folder: numbers.get(folderOf(file.path)) ?? -1, now }))
    for (const number of await scanStore.addFiles(rows)) seen.add(number)
    for (const { path, size } of files) tally.came({ spaceId, path, size })
    await tally.write()
    await examination.enqueue()
  }

  async function change(files: readonly (FoundFile & { before: KnownFile })[]): Promise<void> {
    const tally = newTally()
    for (const { before, ...file } of files) {
      await scanStore.updateFile(before.id, contentOf(file, clock.time()))
      tally.replaced({ ...before, spaceId }, file.size)
      await events.tell(fileReplaced, { spaceId, fileId: before.id, before: before.checksum, now: null })
    }
    await tally.write()
    await examination.enqueue()
  }

  async function remove(files: readonly KnownFile[]): Promise<void> {
    const tally = newTally()
    const fileIds = files.map(({ id }) => id)
    await scanStore.removeFiles(fileIds)
    for (const file of files) tally.went({ ...file, spaceId })
    await tally.write()
    await events.tell(filesDeleted, { spaceId, fileIds })
  }

  async function inTurns<Item>(items: readonly Item[], work: (some: readonly Item[]) => Promise<void>): Promise<void> {
    for (const some of slices(items, writtenAtOnce)) await write(() => work(some))
  }

  async function takeFiles(files: readonly FoundFile[]): Promise<void> {
    for (const some of slices(files, askedAtOnce)) {
      const rows = await scanStore.filesAt(
        spaceId,
        some.map(({ path }) => path),
      )
      const known = new Map(rows.map((row) => [row.path, row]))
      const fresh = some.filter(({ path }) => !known.has(path))
      const different = some.flatMap((file) => {
        const before = known.get(file.path)
        if (before === undefined) return []
        seen.add(before.number)
        return isAsKnown(before, file) ? [] : [{ ...file, before }]
      })
      await inTurns(fresh, add)
      await inTurns(different, change)
      counts.added += fresh.length
      counts.changed += different.filter(({ before, ...file }) => !sameState(stateOf(before), file)).length
    }
  }

  async function takeFolders(found: readonly FoundFolder[]): Promise<void> {
    for (const some of slices(found, askedAtOnce)) {
      const ask = () =>
        scanStore.foldersAt(
          spaceId,
          some.map(({ path }) => path),
        )
      let rows = await ask()
      const known = new Set(rows.map(({ path }) => path))
      const fresh = some.filter(({ path }) => !known.has(path))
      await inTurns(fresh, async (paths) => {
        for (const { path } of paths) await folders.ensure(spaceId, path, clock.time())
      })
      if (fresh.length > 0) rows = await ask()
      const byPath = new Map(rows.map((row) => [row.path, row]))
      for (const { path, files } of some) {
        const row = byPath.get(path)
        if (row !== undefined && row.fileCount > files) await removeGone(row.number)
      }
      const standing = new Set(some.flatMap(({ path, folders }) => folders.map((name) => joined(path, name))))
      const children = await scanStore.foldersIn(rows.map(({ number }) => number))
      for (const { path } of children) if (!standing.has(path)) await removeFolder(path)
    }
  }

  async function removeGone(folder: number): Promise<void> {
    for (let after = 0; ;) {
      const some = await scanStore.filesIn(folder, after, askedAtOnce)
      const gone = some.filter(({ number }) => !seen.has(number))
      await inTurns(gone, remove)
      counts.removed += gone.length
      const last = some.at(-1)
      if (last === undefined || some.length < askedAtOnce) return
      after = last.number
    }
  }

  async function removeFolder(path: string): Promise<void> {
    for (;;) {
      const files = await scanStore.filesBelow(spaceId, path, askedAtOnce)
      await inTurns(files, remove)
      counts.removed += files.length
      if (files.length < askedAtOnce) break
    }
    for (let removed = askedAtOnce; removed === askedAtOnce;) {
      await write(async () => {
        removed = await scanStore.removeFolders(spaceId, path, askedAtOnce)
      })
    }
  }

  return {
    counts,
    async take(found: readonly Found[]): Promise<void> {
      await takeFiles(found.filter((one) => one.kind === 'file'))
      await takeFolders(found.filter((one) => one.kind === 'folder'))
    },
  }
}

function* slices<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

function stateOf({ size, modifiedAt }: KnownFile) {
  return { size, modifiedAt: modifiedAt ?? -1 }
}

/** A file that could not be read last time is tried again. */
function isAsKnown(before: KnownFile, file: FoundFile): boolean {
  return sameState(stateOf(before), file) && !(before.checksum === null && before.examined === 1)
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
