import { type FileFilter, fileFilter, type SpaceFile } from '@vermilion/contract/files'
import type { CaptionedPicture } from '@vermilion/contract/fine-tunings/captions'
import type { Files } from '#areas/files'
import { findCaptions, readCaption, type ReadCaption } from './caption-file.ts'

export type CaptionPicture = CaptionedPicture & ReadCaption

const atOnce = 200

export function createCaptionedPictures(files: Files) {
  async function filterOf(spaceId: string, folder: string): Promise<FileFilter> {
    if (folder !== '') await files.folder(spaceId, folder)
    return { ...fileFilter.parse({ kind: 'image' }), folder, recursive: true }
  }

  async function readAll(
    spaceId: string,
    pictures: readonly Pick<SpaceFile, 'id' | 'path'>[],
  ): Promise<CaptionPicture[]> {
    const paths = pictures.map(({ path }) => path)
    const texts = await findCaptions(files, spaceId, paths)
    return Promise.all(
      pictures.map(async ({ id: fileId, path }) => ({ fileId, path, ...(await readCaption(files, texts.get(path))) })),
    )
  }

  return {
    filterOf,
    readAll,

    async *below(spaceId: string, folder: string, fileIds: readonly string[]): AsyncGenerator<CaptionPicture> {
      const selected = new Set(fileIds)
      for await (const batch of files.batches(spaceId, await filterOf(spaceId, folder), atOnce))
        for (const picture of batch)
          if (selected.size === 0 || selected.has(picture.id)) yield* await readAll(spaceId, [picture])
    },

    count: async (spaceId: string, folder: string): Promise<number> =>
      (await files.count(spaceId, await filterOf(spaceId, folder))).files,

    async read(spaceId: string, { fileId: id, path }: Pick<CaptionedPicture, 'fileId' | 'path'>) {
      return (await readAll(spaceId, [{ id, path }]))[0]!
    },
  }
}
