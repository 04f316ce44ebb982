import { splits as allSplits } from '@vermilion/contract/datasets/kinds'
import type { modelEndpoints } from '@vermilion/contract/models'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Task } from '@vermilion/contract/tasks'
import type { Datasets } from '#areas/datasets'
import type { Spaces } from '#areas/spaces'
import type { Blob } from '#platform/blobs/blob-store'

type ImageSource = Received<typeof modelEndpoints.startInference>['body']['source']

/** Images as they are written down, and what they are of. */
export interface WrittenImages {
  content: Blob
  data: Task['dataSource']
  /** Of the version that they were taken from. */
  versionNumber: number | null
  /** Of which they are; empty where no split was chosen. */
  splits: (typeof allSplits)[number][]
}

/** The images that models are run over, of datasets and of spaces. */
export function createInferenceImages({ datasets, spaces }: { datasets: Datasets; spaces: Spaces }) {
  /** Writes the images down as they are now. */
  return async (source: ImageSource): Promise<WrittenImages> => {
    if (source.kind === 'dataset') {
      const dataset = await datasets.service.require(source.datasetId)
      const data = { kind: 'dataset', id: dataset.id, name: dataset.name } as const
      const splits = allSplits.filter((split) => source.splits.includes(split))
      // All of them are no choice: the content is the dataset's or the version's own.
      const some = splits.length < allSplits.length ? splits : []
      const { versionId, itemIds } = source
      if (versionId === undefined) {
        const { ofDataset, ofFound } = datasets.snapshots
        const content = await (some.length === 0
          ? ofDataset(dataset, itemIds)
          : ofFound(dataset, { split: some }, () => {}, itemIds))
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

/** Of batches of files, those of these ids, or all when none is named; one at a time. */
async function* selectFiles<File extends { fileId: string }>(
  batches: AsyncIterable<readonly File[]>,
  ids: ReadonlySet<string>,
): AsyncGenerator<File> {
  for await (const batch of batches) {
    for (const file of batch) if (ids.size === 0 || ids.has(file.fileId)) yield file
  }
}
