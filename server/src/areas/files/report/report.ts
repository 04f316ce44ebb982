import type { SpaceReport } from '@vermilion/contract/files/space-report'
import { setTimeout as delay } from 'node:timers/promises'
import { createMutex } from '#platform/mutex'
import type { Platform } from '#platform/platform'
import type { FolderStore } from '../folders/folder-store.ts'
import type { SubfolderStore } from '../folders/subfolder-store.ts'
import { scopeOf } from '../listing/scope.ts'
import { findDuplicates } from './duplicates.ts'
import { countSlice, isFull } from './slice.ts'
import { createReportCounts } from './report-counts.ts'

interface Progress {
  done: number
  total: number
}

interface ReportEntry {
  readonly spaceId: string
  report: SpaceReport | null
  changes: number
  /** The value of `changes` at the report's start, and the time when it may be made again. */
  validFor: number
  pauseUntil: number
  current: { readonly progress: Progress; readonly finished: Promise<void> } | null
}

interface Needs extends Pick<Platform, 'database' | 'clock' | 'lifecycle'> {
  readonly folders: Pick<FolderStore, 'byPath'>
  readonly subfolders: Pick<SubfolderStore, 'largest' | 'totals'>
}

/** Cached reports, and the milliseconds that a call waits for a running one. */
const maximumReports = 50
const responseTimeout = 1_000
/** The pause after a report, in multiples of its duration, so that constant changes use a fifth of the time. */
const pausePerWork = 4

export type Reports = ReturnType<typeof createReports>

/**
 * Counted slice by slice on the reader's thread, one at a time, so that lists take turns. Cached until files of the space change.
 */
export function createReports({ database, clock, lifecycle, folders, subfolders }: Needs) {
  const entries = new Map<string, ReportEntry>()
  const mutex = createMutex()
  const stopping = new AbortController()
  lifecycle.onStop(() => stopping.abort())

  async function computeReport(spaceId: string, folder: string, progress: Progress): Promise<SpaceReport> {
    const { conditions, files } = await scopeOf(folders, spaceId, { folder, recursive: true })
    progress.total = files
    const counts = createReportCounts()
    for (let after = 0; ;) {
      stopping.signal.throwIfAborted()
      const counted = await countSlice(database, conditions, after)
      for (const part of counted) counts.take(part)
      // The following search for duplicates takes about as long as counting.
      progress.done = Math.min(files, Math.floor(counts.files() / 2))
      const last = counted.find(({ what }) => what === 'last')
      if (last?.what !== 'last' || !isFull(last.files)) break
      after = last.range
    }
    const duplicates = await findDuplicates(database, {
      conditions,
      files,
      step(share) {
        stopping.signal.throwIfAborted()
        progress.done = Math.floor((files * (1 + share)) / 2)
      },
    })
    const own = counts.result()
    return {
      ...own,
      duplicates,
      ...(await folderPart({ folders, subfolders }, spaceId, folder)),
      computedAt: clock.time(),
    }
  }

  function startReport(entry: ReportEntry, folder: string): void {
    const progress = { done: 0, total: 0 }
    const work = async () => {
      const release = await mutex()
      const changes = entry.changes
      const from = clock.now()
      try {
        entry.report = await computeReport(entry.spaceId, folder, progress)
        entry.validFor = changes
        entry.pauseUntil = clock.now() + pausePerWork * (clock.now() - from)
      } finally {
        entry.current = null
        release()
      }
    }
    const finished = work()
    finished.catch(() => undefined)
    entry.current = { progress, finished }
  }

  function entryOf(spaceId: string, folder: string): ReportEntry {
    const key = `${spaceId}/${folder}`
    const none = { report: null, changes: 0, validFor: -1, pauseUntil: 0, current: null }
    const entry = entries.get(key) ?? { spaceId, ...none }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries
    if (entries.size > maximumReports && oldest !== undefined) entries.delete(oldest[0])
    return entry
  }

  return {
    invalidate(spaceId: string): void {
      for (const entry of entries.values()) if (entry.spaceId === spaceId) entry.changes += 1
    },

    /** A large folder gets the previous report with the progress of the next. */
    async get(spaceId: string, folder: string): Promise<{ report: SpaceReport | null; progress: Progress | null }> {
      const entry = entryOf(spaceId, folder)
      const isCurrent = () => entry.report !== null && entry.validFor === entry.changes
      if (isCurrent()) return { report: entry.report, progress: null }
      if (entry.current === null && clock.now() >= entry.pauseUntil) startReport(entry, folder)
      const { current } = entry
      if (current !== null) await Promise.race([current.finished, delay(responseTimeout, undefined, { ref: false })])
      if (isCurrent()) return { report: entry.report, progress: null }
      return { report: entry.report, progress: { ...(current?.progress ?? { done: 0, total: 0 }) } }
    },
  }
}

const maximumFolders = 20

async function folderPart(
  { folders, subfolders }: Pick<Needs, 'folders' | 'subfolders'>,
  spaceId: string,
  path: string,
): Promise<Pick<SpaceReport, 'folders' | 'otherFolders' | 'outsideFolders'>> {
  const row = await folders.byPath(spaceId, path)
  const none = { files: 0, bytes: 0 }
  if (row === undefined) return { folders: [], otherFolders: { folders: 0, ...none }, outsideFolders: none }
  const [largest, all] = await Promise.all([
    subfolders.largest(row.number, maximumFolders),
    subfolders.totals(row.number),
  ])
  const of = (sum: (folder: { allFiles: number; allSize: number }) => number) =>
    largest.reduce((total, folder) => total + sum(folder), 0)
  return {
    folders: largest.map(({ name, path: at, allFiles, allSize }) => ({
      name,
      path: at,
      files: allFiles,
      bytes: allSize,
    })),
    otherFolders: {
      folders: all.folders - largest.length,
      files: all.files - of(({ allFiles }) => allFiles),
      bytes: all.bytes - of(({ allSize }) => allSize),
    },
    outsideFolders: { files: row.fileCount, bytes: row.totalSize },
  }
}
