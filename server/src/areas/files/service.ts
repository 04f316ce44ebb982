import { createReadStream } from 'node:fs'
import type { FileFilter, FilePage, FilePageQuery, Folder, SpaceFile } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ContentPlaces } from '#platform/blobs/composed'
import type { BlobOwners } from '#platform/blobs/index-check'
import type { BlobStore } from '#platform/blobs/blob-store'
import { counterCheck } from '#platform/checks/checks'
import type { Checks } from '#platform/checks/checks'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { createPace } from '#platform/events/pace'
import type { Content } from '#platform/http/range'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { Spaces } from '#areas/spaces'
import { createExamination, findingFields } from './content/examination.job.ts'
import { folderCheck } from './folders/folder-check.ts'
import { folderPath } from './folders/folder-path.ts'
import { createFolderStore } from './folders/folder-store.ts'
import type { FolderRow } from './folders/folder-store.ts'
import { createInPlaceReader } from './in-place/reading.ts'
import { createScans } from './in-place/scan.job.ts'
import { createScanStore } from './in-place/scan-store.ts'
import { createInPlaceStore } from './in-place/store.ts'
import { createListing } from './listing/listing.ts'
import { nameIndexCheck } from './listing/names/name-index-check.ts'
import { mediaOf } from './content/media.ts'
import type { Pictures } from './pictures/pictures.ts'
import { createFileWriter, filePath } from './storing/file-writer.ts'
import { createPathCheck } from './storing/path-check.ts'
import { createReports } from './report/report.ts'
import { createFileStore } from './store.ts'
import type { FileRow } from './store.ts'

const announceInterval = 250

export interface FilesNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly jobs: Jobs
  readonly checks: Checks
  readonly blobs: BlobStore
  readonly blobOwners: BlobOwners
  readonly contentPlaces: ContentPlaces
  readonly spaces: Spaces
  readonly pictures: Pictures
}

/** A file to be added by the program itself. */
export interface NewFile {
  readonly spaceId: string
  readonly path: string
  /** The path of a finished file, which is taken over, or the bytes. */
  readonly source: string | AsyncIterable<Uint8Array>
  readonly conflict?: 'skip' | 'keep-both' | 'replace'
}

/** A file whose content is known. */
export type ReadFile = SpaceFile & { checksum: string }

export type Files = ReturnType<typeof createFiles>

export function createFiles(needs: FilesNeeds) {
  const { database, clock, events, lifecycle, jobs, checks, blobs, blobOwners, spaces, pictures } = needs
  const folders = createFolderStore(database)
  const store = createFileStore(database)
  const listing = createListing(database, folders)
  const announcements = createPace(announceInterval, (spaceId) => events.publish({ type: 'files-changed', spaceId }))
  lifecycle.onStop(announcements.stop)
  const reports = createReports({ database, clock, lifecycle, folders })
  const changed = (spaceId: string) =>
    database.afterCommit(() => {
      reports.invalidate(spaceId)
      announcements.tell(spaceId)
    })

  const inPlace = createInPlaceStore(database)
  const reading = createInPlaceReader({
    ...needs,
    store: inPlace,
    reportChange: (spaceId) => scans.rescanSoon(spaceId),
    changed,
  })
  const examination = createExamination({ database, jobs, pictures, store, inPlace, reading, changed })
  const scans = createScans({ ...needs, folders, scanStore: createScanStore(database), examination, changed })
  const { write, writeAll, makeFolders } = createFileWriter({
    database,
    clock,
    events,
    spaces,
    store,
    folders,
    async changed(file) {
      if (file.examined === 0) await examination.enqueue()
      changed(file.spaceId)
    },
  })
  blobOwners.add({ named: store.listReferenced, all: store.allBlobs })
  checks.add(spaceCounters())
  checks.add(folderCheck(database))
  checks.add(nameIndexCheck(database))

  function spaceCounters() {
    return counterCheck({
      name: 'counters of data spaces',
      async compare() {
        const counted = new Map((await store.count()).map(({ spaceId, ...counters }) => [spaceId, counters]))
        const none = { fileCount: 0, totalSize: 0 }
        return (await spaces.counters()).map(({ id, ...storedContent }) => ({
          id,
          stored: storedContent,
          counted: counted.get(id) ?? none,
        }))
      },
      set: ({ id, counted }) =>
        spaces.setCounters(id, { fileCount: counted['fileCount'] ?? 0, totalSize: counted['totalSize'] ?? 0 }),
    })
  }

  async function findFile(id: string): Promise<FileRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('file.not-found')
    return row
  }

  function storedContent({ checksum, size }: FileRow): Pick<Content, 'size' | 'tag' | 'open'> {
    if (checksum === null) throw new Error('a file of a managed space has a checksum')
    return { size, tag: checksum, open: (range) => blobs.open(checksum, range) }
  }

  const bytesOf = async (row: FileRow) => (row.modifiedAt === null ? storedContent(row) : reading.content(row))

  /** Fails as `file.no-thumbnail` for what does not decode. */
  async function thumbnailOf(checksum: string, signal?: AbortSignal): Promise<Content> {
    const thumbnail = await pictures.thumbnail(checksum, signal)
    if (!('file' in thumbnail)) throw fail('file.no-thumbnail')
    const { file, size } = thumbnail
    const open: Content['open'] = async (range) => createReadStream(file, range)
    return { size, tag: `thumbnail-${checksum}`, mediaType: 'image/webp', open }
  }

  return {
    /** The bytes of a file, wherever they lie. Fails as `file.unreachable`. */
    bytesOf,
    /** Tells consoles that files of a space have changed, after the transaction around. */
    changed,
    /** Called in the transaction that leaves a picture nobody has looked at. */
    examineLater: () => examination.enqueue(),
    write,
    scans,
    writeAll,
    makeFolders,
    /** What stands at the paths of files that are to come. */
    checkPaths: createPathCheck({ spaces, store, folders }),
    /** The thumbnail of a picture by its content, whether or not a file still has it. */
    thumbnailOf,

    async list(spaceId: string, filter: FileFilter, query: FilePageQuery): Promise<FilePage> {
      await spaces.get(spaceId)
      const page = await listing.page(
        spaceId,
        { ...filter, folder: await folderPath(spaces, spaceId, filter.folder) },
        query,
      )
      return { ...page, items: page.items.map(toFile) }
    },

    /** How many files a filter finds, exactly. */
    async count(spaceId: string, filter: FileFilter): Promise<{ files: number; bytes: number }> {
      await spaces.get(spaceId)
      return listing.count(spaceId, { ...filter, folder: await folderPath(spaces, spaceId, filter.folder) })
    },

    async folders(spaceId: string, input: string, window: { offset: number; limit: number }) {
      await spaces.get(spaceId)
      const number = await folders.numberOf(spaceId, await folderPath(spaces, spaceId, input))
      if (number === undefined) return { items: [], total: 0 }
      const [items, total] = await Promise.all([folders.children(number, window), folders.childCount(number)])
      return { items: items.map(toFolder), total }
    },

    /** A folder that exists; the space's own always does. Fails as `folder.not-found`. */
    async folder(spaceId: string, input: string): Promise<Folder> {
      const { createdAt, updatedAt } = await spaces.get(spaceId)
      const path = await folderPath(spaces, spaceId, input)
      const row = await folders.byPath(spaceId, path)
      if (row !== undefined) return toFolder(row)
      if (path !== '') throw fail('folder.not-found')
      return { name: '', path, fileCount: 0, totalSize: 0, createdAt, updatedAt }
    },

    /** What lies in a folder and below it, as numbers. Fails as `folder.not-found`. */
    async report(spaceId: string, input: string): ReturnType<typeof reports.get> {
      const path = await folderPath(spaces, spaceId, input)
      await spaces.get(spaceId)
      if (path !== '' && (await folders.byPath(spaceId, path)) === undefined) throw fail('folder.not-found')
      return reports.get(spaceId, path)
    },

    /** Fails as `file.not-found`. */
    async get(id: string): Promise<SpaceFile> {
      return toFile(await findFile(id))
    },

    /**
     * Files of a space in the order of its lists, a batch at a time, for work that goes through all of them. Files
     * that come or go meanwhile are seen or not.
     */
    async *batches(spaceId: string, filter: FileFilter, batchSize = 500): AsyncGenerator<SpaceFile[]> {
      const resolvedFilter = { ...filter, folder: await folderPath(spaces, spaceId, filter.folder) }
      let rows = await listing.after(spaceId, resolvedFilter, undefined, batchSize)
      while (rows.length > 0) {
        yield rows.map(toFile)
        rows = await listing.after(spaceId, resolvedFilter, rows.at(-1), batchSize)
      }
    },

    /** A picture with its size known and its `broken` decided, looked at now if nobody did yet. */
    async examined(id: string): Promise<ReadFile> {
      const row = await reading.read(await findFile(id))
      if (row.examined === 1) return toFile(row)
      const result = await pictures.examine(row.checksum, 'now')
      if ('missing' in result) throw fail('file.unreachable', { path: row.path })
      const fields = findingFields(result)
      for (const spaceId of await store.setExamined(row.checksum, fields)) changed(spaceId)
      return toFile({ ...row, ...fields })
    },

    /** Adds a file as an upload does; answers the file that stands at the path afterwards. */
    async addFile({ spaceId, path, source, conflict = 'replace' }: NewFile): Promise<ReadFile> {
      filePath(path)
      const blob = typeof source === 'string' ? await blobs.putFile(source) : await blobs.put(source)
      const { file } = await write({ spaceId, path, conflict, blob })
      return { ...toFile(file), checksum: blob.checksum }
    },

    /** The bytes of a file as they may be sent. Only what a browser never runs is shown in place. */
    async content(id: string, download: boolean): Promise<Content> {
      const row = await findFile(id)
      const { name, mediaType } = row
      const inline = mediaOf(name).inline === true
      const inlineType = mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
      return {
        ...(await bytesOf(row)),
        mediaType: inline ? inlineType : 'application/octet-stream',
        downloadName: download || !inline ? name : undefined,
      }
    },

    /** Fails as `file.no-thumbnail` for what is not a readable picture. */
    async thumbnail(id: string, signal?: AbortSignal): Promise<Content> {
      const row = await findFile(id)
      if (row.broken === 1 || mediaOf(row.name).readable !== true) throw fail('file.no-thumbnail')
      return thumbnailOf((await reading.read(row)).checksum, signal)
    },

    /** An image that has been read. Fails as `file.no-preview` for anything else. */
    async picture(id: string): Promise<ReadFile> {
      const row = await findFile(id)
      if (row.kind !== 'image') throw fail('file.no-preview')
      return toFile(await reading.read(row))
    },
  }
}

function toFolder({ name, path, allFiles, allSize, createdAt, updatedAt }: Omit<FolderRow, 'number'>): Folder {
  return { name, path, fileCount: allFiles, totalSize: allSize, createdAt, updatedAt }
}

function toFile<Row extends FileRow>(row: Row): SpaceFile & Pick<Row, 'checksum'> {
  const {
    number: _number,
    folder: _folder,
    sortKey: _sortKey,
    examined: _examined,
    modifiedAt: _modified,
    ...file
  } = row
  const { broken, tags, score } = row
  return { ...file, broken: broken === 1, tags: readJson(tags), score: score < 0 ? null : score }
}
