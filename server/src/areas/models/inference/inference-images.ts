import { splits as allSplits } from '@vermilion/contract/datasets/kinds'
import type { modelEndpoints } from '@vermilion/contract/models'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Task } from '@vermilion/contract/tasks'
import type { Datasets } from '#areas/datasets'
import type { Spaces } from '#areas/spaces'
import type { Blob } from '#platform/blobs/blob-store'

type ImageSource = Received<typeof modelEndpoints.startInference>['body']['source']

export interface WrittenImages {
  content: Blob
  data: Task['dataSource']
  versionNumber: number | null
  splits: (typeof allSplits)[number][]
}

export function createInferenceImages({ datasets, spaces }: { datasets: Datasets; spaces: Spaces }) {
  return async (source: ImageSource): Promise<WrittenImages> => {
    if (source.kind === 'dataset') {
      const dataset = await datasets.service.require(source.datasetId)
      const data = { kind: 'dataset', id: dataset.id, name: dataset.name } as const
      const splits = allSplits.filter((split) => source.splits.includes(split))
      // All splits count as no selection: the content is the dataset's own.
      const some = splits.length < allSplits.length ? splits : []
      const { versionId, itemIds } = source
      if (versionId === undefined) {
        const filter = some.length === 0 ? {} : { split: some }
        const content = await datasets.snapshots.ofDataset(dataset, { itemIds, filter })
        return { content, data, versionNumber: null, splits: some }
      }
      const version = await datasets.versions.ready(versionId, dataset.id)
      const content = some.length === 0 ? version : await datasets.snapshots.partOf(version.checksum, some)
      return { content, data, versionNumber: version.number, splits: some }
    }
    const space = await spaces.get(source.spaceId)
    const images = selectFiles(datasets.images(space.id, source.folder), new Set(source.fileIds))
    return {
      content: await datasets.snapshots.ofSpace(space.name, images),
      data: { kind: 'space', id: space.id, name: space.name },
      versionNumber: null,
      splits: [],
    }
  }
}

async function* selectFiles<File extends { fileId: string }>(
  batches: AsyncIterable<readonly File[]>,
  ids: ReadonlySet<string>,
): AsyncGenerator<File> {
  for await (const batch of batches) {
    for (const file of batch) if (ids.size === 0 || ids.has(file.fileId)) yield file
  }
}
