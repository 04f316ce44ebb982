import type { SpaceFile } from '@vermilion/contract/files'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Files } from '#areas/files'
import type { createCaptionedPictures } from './captioned-pictures.ts'
import { readCaption } from './caption-file.ts'

const usualTextsAtOnce = 2_000
const openAtOnce = 200

interface Needs {
  files: Pick<Files, 'count' | 'content' | 'texts'>
  pictures: Pick<ReturnType<typeof createCaptionedPictures>, 'filterOf'>
  textsAtOnce?: number | undefined
}

export function createCaptionIndex({ files, pictures, textsAtOnce = usualTextsAtOnce }: Needs) {
  const hasCaption = (text: { id: string; size: number }) =>
    readCaption(files, text).then(
      ({ caption }) => caption !== '',
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        return undefined
      },
    )

  /** Reads some of the unread texts; returns the number of untried ones, so that an unreadable one blocks nothing. */
  async function readTexts(spaceId: string, folder: string): Promise<number> {
    const unread = await files.texts.unread(spaceId, folder, textsAtOnce)
    let readCount = 0
    for (let from = 0; from < unread.length; from += openAtOnce) {
      const texts = unread.slice(from, from + openAtOnce)
      const outcomes = await Promise.all(texts.map(async (text) => ({ ...text, hasWords: await hasCaption(text) })))
      const read = outcomes.flatMap(({ hasWords, ...text }) => (hasWords === undefined ? [] : [{ ...text, hasWords }]))
      await files.texts.keep(read)
      readCount += read.length
    }
    return unread.length < textsAtOnce || readCount === 0 ? 0 : files.texts.countUnread(spaceId, folder)
  }

  return {
    async count(spaceId: string, folder: string): Promise<{ pictures: number; captioned: number; unread: number }> {
      const filter = await pictures.filterOf(spaceId, folder)
      const unread = await readTexts(spaceId, folder)
      const { files: total } = await files.count(spaceId, filter)
      return { pictures: total, captioned: await files.texts.count(spaceId, folder), unread }
    },

    async page(spaceId: string, folder: string, captioned: boolean, query: PageQuery): Promise<Page<SpaceFile>> {
      const counts = await this.count(spaceId, folder)
      const page = await files.texts.page(spaceId, folder, captioned, query)
      return { ...page, total: captioned ? counts.captioned : counts.pictures - counts.captioned }
    },
  }
}
