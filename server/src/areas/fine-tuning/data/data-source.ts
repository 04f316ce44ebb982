import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@vermilion/contract/kernel/errors'
import { z } from 'zod'
import { imagePlace } from '#areas/datasets'
import type { Datasets, SnapshotImage } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { DataSource } from '#areas/tasks'
import { captionPath, findCaptions, readCaption } from './captions.ts'
import { labelWords } from './label-words.ts'

/** What a fine-tuning keeps of its order: its pictures as they were then, whose captions lie beside them. */
export const fineTuningReference = z.object({
  /** Of the snapshot of the pictures. */
  version: z.string(),
  captionsFromLabels: z.boolean(),
})
export type FineTuningReference = z.output<typeof fineTuningReference>

/** Puts the pictures of a fine-tuning into place, each with its caption beside it under the same name. */
export function createPictureSource({ datasets, files }: { datasets: Datasets; files: Files }): DataSource {
  async function captionOf(image: SnapshotImage): Promise<string> {
    const { spaceId, path } = await files.get(image.fileId).catch((error: unknown) => {
      // A picture that was deleted since is read all the same; its caption went with it.
      if (!(error instanceof Failure)) throw error
      return { spaceId: undefined, path: '' }
    })
    if (spaceId === undefined) return ''
    return (await readCaption(files, (await findCaptions(files, spaceId, [path])).get(path))).caption
  }

  return {
    async materialize(input, folder, signal) {
      const { version, captionsFromLabels } = fineTuningReference.parse(input)
      await datasets.snapshots.materialize(version, folder, signal)
      const { labels } = await datasets.snapshots.headOf(version)
      const names = new Map(labels.map(({ id, name }) => [id, name]))
      for await (const image of datasets.snapshots.imagesOf(version)) {
        signal.throwIfAborted()
        const own = await captionOf(image)
        const caption = own === '' && captionsFromLabels ? labelWords(image, names) : own
        if (caption !== '') await writeFile(join(folder, captionPath(imagePlace(image))), caption)
      }
    },
  }
}
