import { join } from 'node:path'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { uploadAction, uploadPath } from '@vermilion/contract/files'
import { uploadPackPath } from '@vermilion/contract/files/uploads'
import type { Audit } from '#platform/audit/audit'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import { createArchives } from './archives/archives.ts'
import { createFolderStore } from './folders/folder-store.ts'
import { createOperations } from './operations/operations.ts'
import { createSelectionStore } from './operations/selection-store.ts'
import { createSelections } from './operations/selection.ts'
import { createPictures } from './pictures/pictures.ts'
import { createPicturePool } from './pictures/pool.ts'
import { createPyramids } from './pictures/pyramids.ts'
import { createPreviews } from './previews/previews.ts'
import * as routes from './routes.ts'
import { createFileService, type FileService } from './service.ts'
import { createFileStore, type FileRow } from './store.ts'
import { createMoveToTrash } from './trash/move-to-trash.ts'
import { registerRemoval } from './trash/removal.job.ts'
import { createTrashStore } from './trash/store.ts'
import { createTrash } from './trash/trash.ts'
import { createUnpackings } from './unpacking/unpackings.ts'
import { createUploadBatches } from './uploads/batches.ts'
import { createUploadBytes } from './uploads/bytes.ts'
import { directUploadRoutes } from './uploads/direct-uploads.ts'
import { createDiskQuota } from './uploads/disk-quota.ts'
import { packProtocol } from './uploads/pack-protocol.ts'
import { createPacks } from './uploads/packs.ts'
import { resultOf } from './uploads/results.ts'
import { uploadProtocol } from './uploads/tus-protocol.ts'
import { createUploadRecord } from './uploads/upload-record.ts'
import { createUploads } from './uploads/uploads.ts'

type PlatformNeeds = Pick<
  Platform,
  'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'checks' | 'blobs' | 'blobOwners' | 'contentPlaces' | 'log'
> &
  Pick<Platform, 'paths' | 'work' | 'secrets'>

interface Needs extends PlatformNeeds {
  readonly spaces: Spaces
  readonly audit: Pick<Audit, 'record'>
}

const tilingTimeout = 15 * 60_000

export type Files = ReturnType<typeof createFiles>

export function createFiles(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, checks, blobs, blobOwners, contentPlaces } = needs
  const { log, paths, work, secrets, spaces, audit } = needs
  const pool = createPicturePool()
  lifecycle.onStop(pool.close)
  // A pool of its own, so that thumbnails on screen need not wait for it.
  const tilingPool = createPicturePool({ size: 1, timeoutMs: tilingTimeout })
  lifecycle.onStop(tilingPool.close)
  const pictures = createPictures({ blobs, pool, clock, folder: paths.cache })
  const pyramids = createPyramids({ blobs, pool: tilingPool, clock, folder: join(paths.cache, 'pyramids') })
  const content = { blobs, blobOwners, contentPlaces }
  const files = createFileService({ database, clock, events, lifecycle, jobs, checks, ...content, spaces, pictures })
  const bytes = createUploadBytes(paths.uploads, () => blobs.direct)
  const diskQuota = createDiskQuota(paths.folder)
  const unpackings = createUnpackings({ database, clock, events, jobs, blobs, blobOwners, spaces, files, diskQuota })
  const record = createUploadRecord(audit, uploadAction)
  const uploadParts = { bytes, diskQuota, unpackings, record }
  const uploads = createUploads({ database, clock, log, lifecycle, blobs, spaces, files, ...uploadParts })
  const parts = createSelectionParts({ database, clock, events, jobs, blobs, blobOwners, spaces, files })

  function mountUploads(http: Http): void {
    http.mount(endpointAreas.uploads, routes.uploadRoutes({ files, diskQuota, unpackings }))
    http.mount(endpointAreas.directUploads, directUploadRoutes({ blobs, secrets, uploads }))
    const packs = createPacks({ database, audit, blobs, spaces, files, diskQuota })
    http.mountProtocol(uploadPackPath, packProtocol(packs))
    const target = { ...uploads, path: uploadPath, bytes }
    http.mountProtocol(
      uploadPath,
      uploadProtocol({
        ...target,
        result: ({ written }, request) => written && resultOf(written.file.path, written, request),
      }),
    )
  }

  const batches = createUploadBatches({ database, clock, spaces, work })
  return {
    ...files,
    uploads,
    operations: parts.operations,
    trash: parts.trash,
    mount(http: Http): void {
      http.mount(endpointAreas.scans, routes.scanRoutes(files.scans))
      http.mount(endpointAreas.files, routes.fileRoutes(files, batches))
      http.mount(endpointAreas.spaceReports, routes.spaceReportRoutes(files))
      http.mount(endpointAreas.previews, routes.previewRoutes(createPreviews({ files, pictures, pyramids })))
      mountUploads(http)
      http.mount(endpointAreas.fileOperations, routes.operationRoutes(parts.operations))
      http.mount(endpointAreas.trash, routes.trashRoutes(parts.trash))
      http.mount(endpointAreas.archives, routes.archiveRoutes(parts.archives))
    },
  }
}

interface SelectionNeeds extends Pick<
  Needs,
  'database' | 'clock' | 'events' | 'jobs' | 'blobs' | 'blobOwners' | 'spaces'
> {
  readonly files: Pick<FileService, 'changed' | 'examineLater' | 'bytesOf'>
}

/** The parts that act on selected files: operations, the trash and downloads of many. */
function createSelectionParts({ database, clock, events, jobs, blobs, blobOwners, spaces, files }: SelectionNeeds) {
  const { changed, examineLater, bytesOf } = files
  const store = createFileStore(database)
  const folders = createFolderStore(database)
  const trash = createTrashStore(database)
  const selections = createSelections({ spaces, store: createSelectionStore(database, folders), folders })
  const moveToTrash = createMoveToTrash({ clock, events, store, trash })
  const storeContent = async (file: FileRow, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    return blobs.put(await (await bytesOf(file)).open(), { ...(signal && { signal }) })
  }
  blobOwners.add({ category: 'trash', named: trash.named, holders: trash.holders, all: trash.allBlobs })
  registerRemoval({ clock, events, jobs, store, folders, trash })
  const shared = { database, clock, events, jobs, spaces, store, folders, changed, examineLater }
  return {
    operations: createOperations({ ...shared, selections, moveToTrash, storeContent }),
    trash: createTrash({ ...shared, trash }),
    archives: createArchives({ clock, spaces, store, selections, bytesOf }),
  }
}
