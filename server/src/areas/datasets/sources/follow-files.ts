import { Failure } from '@vermilion/contract/kernel/errors'
import { fileReplaced, filesDeleted, filesMoved, filesRestored, picturesBroken, type Files } from '#areas/files'
import { jobKind } from '#platform/jobs/jobs'
import type { Collector } from './collect.ts'
import type { Platform } from '#platform/platform'
import type { DatasetStores } from '../catalogue/stores.ts'

const followFile = jobKind<{ fileId: string }>('follow-file')

interface Needs
  extends
    Pick<Platform, 'database' | 'events' | 'jobs'>,
    Pick<DatasetStores, 'items' | 'annotations' | 'availability'> {
  files: Files
  countBroken: Collector['countBroken']
}

/** Annotations outlive a deleted file. */
export function followFiles(needs: Needs): void {
  const { database, events, jobs, files, items, annotations, availability, countBroken } = needs
  const changed = (datasetIds: readonly string[]) => {
    for (const datasetId of datasetIds) events.publish({ type: 'dataset-changed', datasetId })
  }

  events.listen(filesDeleted, async ({ fileIds }) => changed(await items.updateFiles(fileIds, { available: 0 })))

  events.listen(filesRestored, async ({ fileIds }) => changed(await availability.updateFiles(fileIds)))

  events.listen(picturesBroken, async ({ fileIds }) => {
    const there = await items.availableOfFiles(fileIds)
    for (const [datasetId, ofDataset] of Map.groupBy(there, (item) => item.datasetId))
      for (const [spaceId, some] of Map.groupBy(ofDataset, (item) => item.spaceId))
        await countBroken(datasetId, spaceId, some.length)
    if (there.length > 0) changed(await items.updateFiles(fileIds, { available: 0 }))
  })

  events.listen(filesMoved, async ({ from, to, fileIds }) => {
    if (from !== to) changed(await items.updateFiles(fileIds, { spaceId: to }))
  })

  events.listen(fileReplaced, async ({ fileId }) => {
    if ((await items.showing(fileId)).length > 0) await jobs.enqueue(followFile, fileId, { fileId })
  })

  jobs.register(followFile, {
    async run({ payload: { fileId } }) {
      const { checksum, width, height } = await files.examined(fileId).catch((error: unknown) => {
        // It may be readable later; a Failure would end the job for good.
        if (error instanceof Failure && error.reason === 'file.unreachable') throw new Error(error.message)
        throw error
      })
      if (width === null || height === null) return changed(await items.updateFiles([fileId], { available: 0 }))
      const datasetIds = await database.transaction(async () => {
        for (const item of await items.showing(fileId)) await annotations.resize(item, { width, height })
        return items.followFile(fileId, { checksum, width, height })
      })
      changed(datasetIds)
    },
  })
}
