import type { modelEndpoints } from '@vermilion/contract/models'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Task } from '@vermilion/contract/tasks'
import type { Datasets } from '#areas/datasets'
import type { Spaces } from '#areas/spaces'
import type { Blob } from '#platform/blobs/blob-store'

type ImageSource = Received<typeof modelEndpoints.startInference>['body']['source']

/** The images that models are run over, of datasets and of spaces. */
export function createInferenceImages({ datasets, spaces }: { datasets: Datasets; spaces: Spaces }) {
  /** Writes the images down as they are now. */
  return async (source: ImageSource): Promise<{ content: Blob; data: Task['dataSource'] }> => {
    if (source.kind === 'dataset') {
      const dataset = await datasets.service.require(source.datasetId)
      const version = source.versionId
      const content =
        version === undefined
          ? await datasets.snapshots.ofDataset(dataset, source.itemIds)
          : await datasets.versions.ready(version, dataset.id)
      return { content, data: { kind: 'dataset', id: dataset.id, name: dataset.name } }
    }
    const space = await spaces.get(source.spaceId)
    const images = selectFiles(datasets.images(space.id, source.folder), new Set(source.fileIds))
    return {
      content: await datasets.snapshots.ofSpace(space.name, images),
      data: { kind: 'space', id: space.id, name: space.name },
    }
  }
}

/** Of batches of files, those of these ids, or all when none is named; one at a time. */
async function* selectFiles<File extends { fileId: string }>(
  batches: AsyncIterable<readonly File[]>,
  ids: ReadonlySet<string>,
): AsyncGenerator<File> {
  for await (const batch of batches) {
    for (const file of batch) if (ids.size === 0 || ids.has(file.fileId)) yield file
  }
}
