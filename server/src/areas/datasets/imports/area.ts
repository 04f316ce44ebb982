import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import type { Platform } from '#platform/platform'
import { imageOf } from '../items/space-images.ts'
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
  readonly stores: DatasetStores
  readonly addSpaceImages: AddSpaceImages
}

export function createImportArea(needs: Needs) {
  const { database, clock, events, jobs, lifecycle, log, paths, work, blobs, blobOwners } = needs
  const { spaces, files, addSpaceImages } = needs
  const { store: datasets, items, annotations, sources: datasetSources } = needs.stores
  const store = createImportStore({ database })
  const images = createImportImageStore({ database })
  const uploads = createImportFileStore({ database })
  blobOwners.add(uploads.owner)
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
  const openSource = sources.open

  async function describe(importId: string) {
    const row = await store.find(importId)
    const dataset = row && (await datasets.find(row.datasetId))
    return row && dataset && { name: dataset.name, owner: row.startedBy, datasetId: dataset.id }
  }

  const rows = { database, clock, events, jobs, files, datasets, items, store, images }
  const ends = { finish, describe }
  registerReading({ ...rows, ...ends, decoder, openSource, begin })
  registerApplying({
    ...rows,
    ...ends,
    openSource,
    annotations,
    addImages: createAddImages({
      database,
      blobs,
      files,
      items,
      store,
      images,
      addSpaceImages,
      imageOf: (fileId) => imageOf(files, fileId),
    }),
    succeeded: (row) => recordSource({ clock, spaces, sources: datasetSources }, row),
  })
  registerForgetting({ database, clock, jobs, store, images, uploads })
  return imports
}
