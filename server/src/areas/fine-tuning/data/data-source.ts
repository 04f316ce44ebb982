import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '@vermilion/contract/kernel/errors'
import { z } from 'zod'
import { type Datasets, imagePlace, type SnapshotImage } from '#areas/datasets'
import type { Files } from '#areas/files'
import { placeModel } from '#areas/models'
import type { DataSource } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import { captionPath, findCaptions, readCaption } from '../captions/caption-file.ts'
import { labelNames } from './label-names.ts'

export const fineTuningReference = z.object({
  version: z.string(),
  captionsFromLabels: z.boolean(),
  base: z.object({ checksum: z.string(), path: z.string() }).optional(),
})
export type BaseFile = NonNullable<z.output<typeof fineTuningReference>['base']>
export type FineTuningReference = z.output<typeof fineTuningReference>

interface Needs {
  readonly datasets: Datasets
  readonly files: Files
  readonly blobs: Pick<BlobStore, 'placeFile'>
}

export function createPictureSource({ datasets, files, blobs }: Needs): DataSource {
  async function captionOf(image: SnapshotImage): Promise<string> {
    const { spaceId, path } = await files.get(image.fileId).catch((error: unknown) => {
      // A deleted image is still used; its caption is gone.
      if (!(error instanceof Failure)) throw error
      return { spaceId: undefined, path: '' }
    })
    if (spaceId === undefined) return ''
    return (await readCaption(files, (await findCaptions(files, spaceId, [path])).get(path))).caption
  }

  return {
    async materialize(input, folder, signal) {
      const { version, captionsFromLabels, base } = fineTuningReference.parse(input)
      const { imageCount } = await datasets.snapshots.materialize(version, folder, signal)
      if (base !== undefined) {
        const file = join(folder, base.path)
        await mkdir(dirname(file), { recursive: true })
        await placeModel(blobs, base.checksum, file)
      }
      const { labels } = await datasets.snapshots.headOf(version)
      const names = new Map(labels.map(({ id, name }) => [id, name]))
      for await (const image of datasets.snapshots.imagesOf(version)) {
        signal.throwIfAborted()
        const own = await captionOf(image)
        const caption = own === '' && captionsFromLabels ? labelNames(image, names) : own
        if (caption !== '') await writeFile(join(folder, captionPath(imagePlace(image))), caption)
      }
      return { imageCount }
    },
  }
}
