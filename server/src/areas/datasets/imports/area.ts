import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { rowOwner } from '#platform/blobs/index-check'
import type { Platform } from '#platform/platform'
import type { AddSpaceImages } from '../items/add-space-images.ts'
import type { DatasetStores } from '../catalogue/stores.ts'
import { createAddImages } from './add-images.ts'
import { registerApplying } from './apply.job.ts'
import { createDecoder } from './decoding/decoder.ts'
import { registerForgetting } from './forgetting.job.ts'
import { createImportImageStore } from './image-store.ts'
import { createImportStore } from './import-store.ts'
import { createImports } from './imports.ts'
import { createSources } from './source/open-source.ts'
import { registerReading } from './read.job.ts'
import { recordSource } from './source/record-source.ts'
import { createImportFileStore } from './source/upload-store.ts'

interface Needs extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'jobs' | 'lifecycle' | 'log' | 'paths' | 'work' | 'blobs' | 'blobOwners'
> {
  readonly spaces: Spaces
  readonly files: Files
}

export function createImportArea(
  { database, clock, events, jobs, lifecycle, log, paths, work, blobs, blobOwners, spaces, files }: Needs,
  { stores, addSpaceImages }: { stores: DatasetStores; addSpaceImages: AddSpaceImages },
) {
  const { store: datasets, items, annotations, sources: datasetSources } = stores
  const store = createImportStore({ database })
  const images = createImportImageStore({ database })
  const uploads = createImportFileStore({ database })
  blobOwners.add(rowOwner(database, 'import', 'datasetImportFiles'))
  const scratch = join(paths.cache, 'imports')
  lifecycle.onStart(() => rm(scratch, { recursive: true, force: true }))
  const sources = createSources({ files, blobs, uploads, scratch, folder: paths.folder })
  const decoder = createDecoder(log)
  lifecycle.onStop(decoder.close)
  const imports = createImports({
    database,
    clock,
    events,
    jobs,
    work,
    blobs,
    spaces,
    files,
    datasets,
    store,
    uploads,
    sources,
    folder: paths.folder,
  })
  const { begin, finish } = imports
  const addImages = createAddImages({ database, blobs, files, items, store, images, addSpaceImages })
  const rows = { database, clock, events, jobs, files, datasets, items, store, images }
  registerReading({ ...rows, decoder, openSource: sources.open, begin, finish })
  registerApplying({
    ...rows,
    openSource: sources.open,
    annotations,
    addImages,
    finish,
    succeeded: (row) => recordSource({ clock, spaces, sources: datasetSources }, row),
  })
  registerForgetting({ database, clock, jobs, store, images, uploads })
  return imports
}
