import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { splits } from '@vermilion/contract/datasets/kinds'
import { count, id } from '@vermilion/contract/kernel/fields'
import type { inferenceImage, TruthShape } from '@vermilion/contract/predictions'
import { z } from 'zod'
import { type Datasets, imagePlace, isLabeled, type SnapshotImage } from '#areas/datasets'
import { type DataSource, inferenceData } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import { imageEntries, type imageEntry } from './image-entry.ts'

export const inferenceReference = z.object({
  version: z.string(),
  modelId: id,
  modelName: z.string(),
  checksum: z.string(),
  versionNumber: count.nullable(),
  splits: z.array(z.enum(splits)),
})
export type InferenceReference = z.output<typeof inferenceReference>

type ImageEntry = z.output<typeof imageEntry>
type ListedImage = z.output<typeof inferenceImage>

/** Prepares an inference: links to images, `model.onnx`, and the image list in program order, with the truth where known. */
export function createInferenceData({ datasets, blobs }: { datasets: Datasets; blobs: BlobStore }): DataSource {
  return {
    async materialize(input, folder, signal) {
      const { version, checksum } = inferenceReference.parse(input)
      const { imageCount } = await datasets.snapshots.materialize(version, folder, signal)
      await placeModel(blobs, checksum, join(folder, inferenceData.model))
      const { labels } = await datasets.snapshots.headOf(version)
      const names = new Map(labels.map(({ id, name }) => [id, name]))
      const images = () => datasets.snapshots.imagesOf(version)
      await writeFile(join(folder, imageEntries), entryLines(images(), names))
      await writeFile(join(folder, inferenceData.images), listText(images(), names))
      return { imageCount }
    },
  }
}

type Names = ReadonlyMap<string, string>
type Images = AsyncIterable<SnapshotImage>

async function* entryLines(images: Images, names: Names): AsyncGenerator<string> {
  for await (const image of images) {
    const { itemId, fileId, path } = image
    const entry: ImageEntry = { itemId, fileId, path, truth: shapesOf(image, names) }
    yield `${JSON.stringify(entry)}\n`
  }
}

async function* listText(images: Images, names: Names): AsyncGenerator<string> {
  let previous = '['
  for await (const image of images) {
    const entry: ListedImage = { file: imagePlace(image), path: image.path, truth: shapesOf(image, names) }
    yield `${previous}${JSON.stringify(entry)}`
    previous = ',\n'
  }
  yield previous === '[' ? '[]' : ']'
}

function shapesOf({ status, shapes }: SnapshotImage, names: Names): TruthShape[] | null {
  if (!isLabeled(status)) return null
  return shapes.flatMap(
    ({ id: _id, labelId, source: _source, origin: _origin, score: _score, attributes: _attributes, ...geometry }) => {
      const label = names.get(labelId)
      return label === undefined ? [] : [{ label, ...geometry }]
    },
  )
}

/** The task keeps the model, though it may be deleted from the repository meanwhile. */
export async function placeModel(blobs: Pick<BlobStore, 'placeFile'>, checksum: string, file: string): Promise<void> {
  if (!(await blobs.placeFile(checksum, file))) throw new Error('the model was deleted')
}
