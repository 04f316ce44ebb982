import { fileFilter, filePageQuery } from '@vermilion/contract/files'
import type { FileFilter, SpaceFile } from '@vermilion/contract/files'
import { mostCaptioned } from '@vermilion/contract/fine-tunings/captions'
import type { CaptionChange, CaptionedPicture } from '@vermilion/contract/fine-tunings/captions'
import { Failure, fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import type { BlobStore } from '#platform/blobs/blob-store'
import { openCaptionFiles, stemOf } from './data/captions.ts'
import { labelWords } from './data/label-words.ts'

interface Needs {
  spaces: Spaces
  files: Files
  datasets: Datasets
  blobs: Pick<BlobStore, 'put'>
}

/** Files that are written in one transaction. */
const writtenAtOnce = 200

type Selection = { folder: string; change: CaptionChange }

export type Captions = ReturnType<typeof createCaptions>

/** Captions of pictures, in text files beside them, as trainers of LoRAs read them. */
export function createCaptions({ spaces, files, datasets, blobs }: Needs) {
  /** Fails as `folder.not-found`. */
  async function picturesOf(spaceId: string, folder: string): Promise<FileFilter> {
    if (folder !== '') await files.folder(spaceId, folder)
    return { ...fileFilter.parse({ kind: 'image' }), folder, recursive: true }
  }

  async function pictured({ id: fileId, spaceId, path }: SpaceFile, captions = openCaptionFiles(files)) {
    const text = await captions.find(spaceId, path)
    return { fileId, path, caption: text === undefined ? '' : await captions.read(text) }
  }

  async function write(spaceId: string, changed: readonly Pick<CaptionedPicture, 'path' | 'caption'>[]): Promise<void> {
    for (let at = 0; at < changed.length; at += writtenAtOnce) {
      const writes = []
      for (const { path, caption } of changed.slice(at, at + writtenAtOnce))
        writes.push({ spaceId, path: `${stemOf(path)}.txt`, conflict: 'replace' as const, blob: await put(caption) })
      const results = await files.writeAll(spaceId, writes)
      const refused = results.find((result) => result instanceof Failure)
      if (refused !== undefined) throw refused
    }
  }

  const put = (caption: string) =>
    blobs.put(
      (async function* content() {
        yield Buffer.from(caption)
      })(),
    )

  /** The labels of a dataset's pictures, by their files. */
  async function readLabels(datasetId: string): Promise<Map<string, string>> {
    const dataset = await datasets.service.require(datasetId)
    const { checksum } = await datasets.snapshots.ofDataset(dataset)
    const { labels } = await datasets.snapshots.headOf(checksum)
    const names = new Map(labels.map(({ id, name }) => [id, name]))
    const words = new Map<string, string>()
    for await (const image of datasets.snapshots.imagesOf(checksum)) words.set(image.fileId, labelWords(image, names))
    return words
  }

  /** What a caption becomes. */
  async function changer(change: CaptionChange): Promise<(picture: CaptionedPicture) => string> {
    if (change.kind === 'replace') return ({ caption }) => caption.replaceAll(change.find, () => change.replacement)
    if (change.kind === 'add') return ({ caption }) => withWords(caption, change.words)
    const labels = await readLabels(change.datasetId)
    return ({ fileId, caption }) => (caption === '' ? (labels.get(fileId) ?? '') : caption)
  }

  return {
    async list(spaceId: string, { folder, ...query }: PageQuery & { folder: string }): Promise<Page<CaptionedPicture>> {
      const filter = await picturesOf(spaceId, folder)
      const page = await files.list(spaceId, filter, { ...filePageQuery.parse({}), ...query })
      const captions = openCaptionFiles(files)
      const total = page.total ?? (await files.count(spaceId, filter)).files
      return { ...page, total, items: await Promise.all(page.items.map((file) => pictured(file, captions))) }
    },

    async save(spaceId: string, fileId: string, caption: string): Promise<CaptionedPicture> {
      refuseInPlace(await spaces.get(spaceId))
      const file = await files.get(fileId)
      if (file.spaceId !== spaceId) throw fail('file.not-found')
      const previous = await pictured(file)
      if (previous.caption !== caption) await write(file.spaceId, [{ path: file.path, caption }])
      return { ...previous, caption }
    },

    async change(spaceId: string, { folder, change }: Selection): Promise<{ pictures: number; changed: number }> {
      refuseInPlace(await spaces.get(spaceId))
      const filter = await picturesOf(spaceId, folder)
      const { files: pictures } = await files.count(spaceId, filter)
      if (pictures > mostCaptioned) throw fail('fine-tuning.too-many-pictures', { most: mostCaptioned })
      const changeOf = await changer(change)
      const captions = openCaptionFiles(files)
      const changed: CaptionedPicture[] = []
      for await (const batch of files.batches(spaceId, filter))
        for (const file of batch) {
          const picture = await pictured(file, captions)
          const caption = changeOf(picture)
          if (caption !== picture.caption) changed.push({ ...picture, caption })
        }
      await write(spaceId, changed)
      return { pictures, changed: changed.length }
    },
  }
}

/** Words before a caption, unless it begins with them. */
function withWords(caption: string, words: string): string {
  if (caption === '') return words
  return caption === words || caption.startsWith(`${words},`) ? caption : `${words}, ${caption}`
}
