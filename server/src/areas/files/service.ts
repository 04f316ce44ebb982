import { createPace } from '#platform/events/pace'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import { createMeasuring } from './content/measuring.ts'
import { createPictureReading } from './content/picture-reading.ts'
import { createContentStore } from './content/content-store.ts'
import { createExamination } from './content/examination.job.ts'
import { createFileContent } from './content/file-content.ts'
import { createSaveFinding } from './content/findings.ts'
import { folderCheck, spaceCounterCheck } from './folders/counter-checks.ts'
import { createFolderReader } from './folders/folder-reader.ts'
import { createFolderStore } from './folders/folder-store.ts'
import { createSubfolderStore } from './folders/subfolder-store.ts'
import { createInPlaceReader } from './in-place/reading.ts'
import { registerScans } from './in-place/scan.job.ts'
import { createScanStore } from './in-place/scan-store.ts'
import { createScans } from './in-place/scans.ts'
import { createInPlaceStore, createPinnedContents } from './in-place/store.ts'
import { createCovers } from './listing/covers.ts'
import { createFileLists } from './listing/file-lists.ts'
import { nameIndexCheck } from './listing/names/name-index-check.ts'
import type { Pictures } from './pictures/pictures.ts'
import { createReports } from './report/report.ts'
import { createFileStore, toFile, type ReadFile } from './store.ts'
import { createFileWriter, filePath } from './storing/file-writer.ts'
import { createPathCheck } from './storing/path-check.ts'
import { createTextsBeside } from './texts/texts-beside.ts'

const announceInterval = 250

interface Needs extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'checks' | 'blobs' | 'blobOwners' | 'contentPlaces'
> {
  readonly spaces: Spaces
  readonly pictures: Pictures
}

interface NewFile {
  readonly spaceId: string
  readonly path: string
  /** The path of a finished file, which is moved, or the bytes. */
  readonly source: string | AsyncIterable<Uint8Array>
  readonly conflict?: 'skip' | 'keep-both' | 'replace'
}

export type FileService = ReturnType<typeof createFileService>

export function createFileService(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, checks, blobs, blobOwners, contentPlaces, spaces, pictures } = needs
  const folders = createFolderStore(database)
  const subfolders = createSubfolderStore(database)
  const store = createFileStore(database)
  const contents = createContentStore(database)
  const announcements = createPace(announceInterval, (spaceId) => events.publish({ type: 'files-changed', spaceId }))
  lifecycle.onStop(announcements.stop)
  const reports = createReports({ database, clock, lifecycle, folders, subfolders })
  const changed = (spaceId: string) =>
    database.afterCommit(() => {
      reports.invalidate(spaceId)
      announcements.announce(spaceId)
    })

  const inPlace = createInPlaceStore(database)
  const scanStore = createScanStore(database)
  const scans = createScans({ database, clock, jobs, spaces })
  const reading = createInPlaceReader({
    database,
    clock,
    folders,
    spaces,
    contentPlaces,
    store: inPlace,
    reportChange: scans.rescanSoon,
    changed,
  })
  const saveFinding = createSaveFinding({ database, events, contents, changed })
  const readPictures = createPictureReading({ spaces, pictures })
  const looking = { database, contents, saveFinding, inPlace, reading, readPictures, changed }
  const examination = createExamination({ ...looking, jobs })
  registerScans({ database, clock, events, lifecycle, jobs, spaces, folders, scanStore, examination, scans, changed })
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
  blobOwners.add({
    category: 'space',
    named: contents.listReferenced,
    holders: contents.holders,
    all: contents.allBlobs,
  })
  checks.add(spaceCounterCheck(store, spaces))
  checks.add(folderCheck(database))
  checks.add(nameIndexCheck(database))

  return {
    changed,
    /** Called in the transaction that leaves an unexamined picture. */
    examineLater: () => examination.enqueue(),
    write,
    scans,
    pinned: createPinnedContents(database),
    writeAll,
    makeFolders,
    atPaths: store.atPaths,
    checkPaths: createPathCheck({ spaces, store, folders }),
    ...createFileLists({ database, spaces, folders }),
    texts: createTextsBeside({ database, spaces, folders }),
    coversOf: createCovers(database),
    ...createFolderReader({ spaces, folders, subfolders, reports }),
    ...createFileContent({ blobs, store, contents, saveFinding, reading, pictures }),
    measured: createMeasuring({ ...looking, store, reportChange: scans.rescanSoon }),

    /** Sets scores from 0 to 100, skipping deleted files. Inside a transaction. */
    async setScores(scores: ReadonlyMap<string, number>): Promise<void> {
      for (const spaceId of await store.setScores(scores)) changed(spaceId)
    },

    async addFile({ spaceId, path, source, conflict = 'replace' }: NewFile): Promise<ReadFile> {
      filePath(path)
      const blob = typeof source === 'string' ? await blobs.putFile(source) : await blobs.put(source)
      const { file } = await write({ spaceId, path, conflict, blob })
      return { ...toFile(file), checksum: blob.checksum }
    },
  }
}
