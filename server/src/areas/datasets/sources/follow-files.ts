import { Failure } from '@vermilion/contract/kernel/errors'
import { fileReplaced, filesDeleted, filesMoved, filesRestored, picturesBroken, type Files } from '#areas/files'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { AnnotationStore } from '../items/annotation-store.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { AvailabilityStore } from '../items/availability-store.ts'
import type { Collector } from './collect.ts'

const followFile = jobKind<{ fileId: string }>('follow-file')

/** Annotations outlive a deleted file. */
export function followFiles(needs: {
  database: Database
  events: Events
  jobs: Jobs
  files: Files
  items: ItemStore
  annotations: AnnotationStore
  availability: AvailabilityStore
  countBroken: Collector['countBroken']
}): void {
  const { database, events, jobs, files, items, annotations, availability, countBroken } = needs
  const changed = (datasetIds: readonly string[]) => {
    for (const datasetId of datasetIds) events.publish({ type: 'dataset-changed', datasetId })
  }

  events.listen(filesDeleted, async ({ fileIds }) => changed(await items.forgetFiles(fileIds)))

  events.listen(filesRestored, async ({ fileIds }) => changed(await availability.updateFiles(fileIds)))

  events.listen(picturesBroken, async ({ fileIds }) => {
    const there = await items.availableOfFiles(fileIds)
    for (const [datasetId, ofDataset] of Map.groupBy(there, (item) => item.datasetId))
      for (const [spaceId, some] of Map.groupBy(ofDataset, (item) => item.spaceId))
        await countBroken(datasetId, spaceId, some.length)
    if (there.length > 0) changed(await items.forgetFiles(fileIds))
  })

  events.listen(filesMoved, async ({ from, to, fileIds }) => {
    if (from !== to) changed(await items.moveFiles(fileIds, to))
  })

  events.listen(fileReplaced, async ({ fileId }) => {
    if (await items.refersTo(fileId)) await jobs.enqueue(followFile, fileId, { fileId })
  })

  jobs.register(followFile, {
    async run({ payload: { fileId } }) {
      const { checksum, width, height } = await files.examined(fileId).catch((error: unknown) => {
        // It may be readable later; a Failure would end the job for good.
        if (error instanceof Failure && error.reason === 'file.unreachable') throw new Error(error.message)
        throw error
      })
      if (width === null || height === null) return changed(await items.forgetFiles([fileId]))
      const datasetIds = await database.transaction(async () => {
        for (const item of await items.showing(fileId)) await annotations.resize(item, { width, height })
        return items.followFile(fileId, { checksum, width, height })
      })
      changed(datasetIds)
    },
  })
}
