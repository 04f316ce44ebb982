import { buffer } from 'node:stream/consumers'
import { fileFilter } from '@vermilion/contract/files'
import type { Files } from '#areas/files'

/** Bytes of a text that are read as a caption. */
const longestCaption = 65_536
const filesAtOnce = 500

/** Texts of data spaces that lie beside pictures under the same name, as kohya has them: by space, then by path without ending. */
export interface CaptionFiles {
  /** The text's id; undefined for a picture without one. */
  find(spaceId: string, picture: string): Promise<string | undefined>
  read(fileId: string): Promise<string>
}

const captionEnding = 'txt'

/** A path without its ending: `a/1.png` and `a/1.txt` have the same. */
export const stemOf = (path: string): string => path.replace(/\.[^./]*$/, '')

export function openCaptionFiles(files: Pick<Files, 'batches' | 'content'>): CaptionFiles {
  const spaces = new Map<string, Promise<ReadonlyMap<string, string>>>()

  async function listTexts(spaceId: string): Promise<ReadonlyMap<string, string>> {
    const filter = { ...fileFilter.parse({}), recursive: true, extension: captionEnding }
    const texts = new Map<string, string>()
    for await (const batch of files.batches(spaceId, filter, filesAtOnce))
      for (const { id, path } of batch) texts.set(stemOf(path), id)
    return texts
  }

  return {
    async find(spaceId, picture) {
      const texts = spaces.get(spaceId) ?? listTexts(spaceId)
      spaces.set(spaceId, texts)
      return (await texts).get(stemOf(picture))
    },
    async read(fileId) {
      const { size, open } = await files.content(fileId, true)
      const bytes = size === 0 ? Buffer.alloc(0) : await buffer(await open({ start: 0, end: Math.min(size, longestCaption) - 1 }))
      return bytes.toString('utf8').trim()
    },
  }
}
