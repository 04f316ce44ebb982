import { join } from 'node:path'
import type { DataPaths } from '#platform/data-folder'
import type { Log } from '#platform/log'
import type { WorkRegistry } from '#platform/work/work'
import { createPictures } from './pictures/pictures.ts'
import { createPicturePool } from './pictures/pool.ts'
import { createFiles } from './service.ts'
import type { FilesNeeds } from './service.ts'
import { createUploadBatches } from './uploads/batches.ts'
import { createUploadBytes } from './uploads/bytes.ts'
import { uploadProtocol } from './uploads/routes.ts'
import { createUploads } from './uploads/uploads.ts'

interface Needs extends Omit<FilesNeeds, 'pictures'> {
  readonly log: Log
  readonly paths: DataPaths
  readonly work: WorkRegistry
}

/** The area whole: the files, and the protocol that brings them. */
export function createFileArea(needs: Needs) {
  const { paths, blobs, clock, lifecycle } = needs
  const pool = createPicturePool()
  lifecycle.onStop(pool.close)
  const pictures = createPictures({ blobs, pool, clock, folder: join(paths.cache, 'thumbnails') })
  const files = createFiles({ ...needs, pictures })
  const bytes = createUploadBytes(paths.uploads)
  const uploads = createUploads({ ...needs, files, bytes })
  const batches = createUploadBatches(needs)
  return { files, uploads, batches, protocol: uploadProtocol({ uploads, bytes }) }
}
