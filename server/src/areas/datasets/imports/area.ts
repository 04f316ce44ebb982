import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { AnnotationStore } from '../items/annotation-store.ts'
import type { DatasetStore } from '../lists/dataset-store.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { SpaceImage } from '../snapshots/snapshots.ts'
import type { SourceStore } from '../sources/source-store.ts'
import type { TakeImages } from '../items/take-images.ts'
import { createAddImages } from './add-images.ts'
import { registerApplying } from './apply.job.ts'
import { createDecoder } from './decoding/decoder.ts'
import { createImportImageStore } from './image-store.ts'
import { createImportStore } from './import-store.ts'
import { createImports } from './imports.ts'
import { createSources } from './source/open-source.ts'
import { registerReading } from './read.job.ts'
import { recordSource } from './source/record-source.ts'
import { createImportFileStore } from './source/upload-store.ts'

const forgetImports = jobKind<null>('forget-imports')
const day = 24 * 3_600_000
/** Milliseconds that a file sent for an import is kept, and that what an import has read is. */
const keptFor = day
/** Milliseconds that imports are told of. */
const toldFor = 30 * day
const rowsForgotten = 1_000

interface Needs extends Platform {
  readonly spaces: Spaces
  readonly files: Files
  readonly datasets: DatasetStore
  readonly items: ItemStore
  readonly annotations: AnnotationStore
  readonly datasetSources: SourceStore
  readonly takeImages: TakeImages
  imageOf(fileId: string): Promise<SpaceImage | undefined>
}

/** Annotations that come into datasets: from the first byte to the last label. */
export function createImportArea(needs: Needs) {
  const { database, clock, jobs, lifecycle, log, paths, blobOwners, datasets } = needs
  const store = createImportStore(needs)
  const images = createImportImageStore(needs)
  const uploads = createImportFileStore(needs)
  blobOwners.add(uploads.owner)
  const scratch = join(paths.cache, 'imports')
  lifecycle.onStart(() => rm(scratch, { recursive: true, force: true }))
  const sources = createSources({ ...needs, uploads, scratch, folder: paths.folder })
  const decoder = createDecoder(log)
  lifecycle.onStop(decoder.close)
  const imports = createImports({ ...needs, store, uploads, sources, folder: paths.folder })

  const shared = {
    ...needs,
    store,
    images,
    openSource: sources.open,
    finish: imports.finish,
    async describe(importId: string) {
      const row = await store.find(importId)
      const dataset = row && (await datasets.find(row.datasetId))
      return row && dataset && { name: dataset.name, owner: row.startedBy, datasetId: dataset.id }
    },
  }
  registerReading({ ...shared, decoder, begin: imports.begin })
  registerApplying({
    ...shared,
    addImages: createAddImages({ ...needs, store, images }),
    succeeded: (row) => recordSource({ ...needs, sources: needs.datasetSources }, row),
  })

  jobs.daily(forgetImports, {
    async run({ signal }) {
      const timeBefore = (age: number) => new Date(clock.now() - age).toISOString()
      for (const id of await store.old(timeBefore(keptFor))) {
        while ((await images.forget(id, rowsForgotten)) > 0) signal.throwIfAborted()
        await store.step(id, 'stopped', clock.time())
      }
      await database.transaction(async () => {
        await uploads.forget(timeBefore(keptFor), await store.uploadsInUse())
        await store.forget(timeBefore(toldFor))
      })
    },
  })
  return imports
}
