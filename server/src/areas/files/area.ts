import { join } from 'node:path'
import { uploadAction, uploadPath } from '@vermilion/contract/files'
import { uploadPackPath } from '@vermilion/contract/files/uploads'
import type { Audit } from '#platform/audit/audit'
import type { DataPaths } from '#platform/data-folder'
import type { Log } from '#platform/log'
import type { WorkRegistry } from '#platform/work/work'
import { createFileOperations } from './file-operations.ts'
import { createPictures } from './pictures/pictures.ts'
import { createPicturePool } from './pictures/pool.ts'
import { createPyramids } from './pictures/pyramids.ts'
import { createPreviews } from './previews/previews.ts'
import { createFiles } from './service.ts'
import type { FilesNeeds } from './service.ts'
import { createUnpackings } from './unpacking/unpackings.ts'
import { createUploadBatches } from './uploads/batches.ts'
import { createUploadBytes } from './uploads/bytes.ts'
import { packProtocol } from './uploads/pack-protocol.ts'
import { createPacks } from './uploads/packs.ts'
import { resultOf } from './uploads/results.ts'
import { createDiskQuota } from './uploads/disk-quota.ts'
import { uploadProtocol } from './uploads/tus-protocol.ts'
import { createUploadRecord } from './uploads/upload-record.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { createUploads } from './uploads/uploads.ts'

interface Needs extends Omit<FilesNeeds, 'pictures'> {
  readonly log: Log
  readonly paths: DataPaths
  readonly work: WorkRegistry
  readonly audit: Pick<Audit, 'record'>
}

const tilingTimeout = 15 * 60_000

export function createFilesArea(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, checks, log, paths, work, audit } = needs
  const { blobs, blobOwners, contentPlaces, spaces } = needs
  const pool = createPicturePool()
  lifecycle.onStop(pool.close)
  // A pool of its own, so that thumbnails on screen need not wait for it.
  const tilingPool = createPicturePool({ size: 1, timeoutMs: tilingTimeout })
  lifecycle.onStop(tilingPool.close)
  const pictures = createPictures({ blobs, pool, clock, folder: paths.cache })
  const pyramids = createPyramids({ blobs, pool: tilingPool, clock, folder: join(paths.cache, 'pyramids') })
  const files = createFiles({
    database,
    clock,
    events,
    lifecycle,
    jobs,
    checks,
    blobs,
    blobOwners,
    contentPlaces,
    spaces,
    pictures,
  })
  const bytes = createUploadBytes(paths.uploads)
  const previews = createPreviews({ files, pictures, pyramids })
  const diskQuota = createDiskQuota(paths.folder)
  const unpackings = createUnpackings({ database, clock, events, jobs, blobs, blobOwners, spaces, files, diskQuota })
  const uploads = createUploads({
    database,
    clock,
    log,
    lifecycle,
    blobs,
    spaces,
    files,
    bytes,
    diskQuota,
    unpackings,
    record: createUploadRecord(audit, uploadAction),
  })
  const packs = createPacks({ database, audit, blobs, spaces, files, diskQuota })
  const batches = createUploadBatches({ database, clock, spaces, work })
  return {
    files,
    ...createFileOperations({ database, clock, events, jobs, blobs, blobOwners, spaces, files }),
    previews,
    uploads,
    batches,
    protocols: {
      [uploadPath]: uploadProtocol({
        ...uploads,
        path: uploadPath,
        bytes,
        result: ({ written }, request) => written && resultOf(written.file.path, written, request),
      }),
      [uploadPackPath]: packProtocol(packs),
    },
    uploadRoutes: uploadRoutes({ files, diskQuota, unpackings }),
  }
}
