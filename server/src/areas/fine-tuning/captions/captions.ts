import { type FileFilter, filePageQuery } from '@vermilion/contract/files'
import { maxCaptionLength, maxCaptioned } from '@vermilion/contract/fine-tunings/captions'
import type { CaptionChange, CaptionedPicture } from '@vermilion/contract/fine-tunings/captions'
import { Failure, fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createCaptionIndex } from './caption-index.ts'
import { captionPath } from './caption-file.ts'
import { type CaptionPicture, createCaptionedPictures } from './captioned-pictures.ts'
import { labelNames } from '../data/label-names.ts'

interface Needs {
  spaces: Spaces
  files: Files
  datasets: Datasets
  blobs: Pick<BlobStore, 'put'>
  textsAtOnce?: number | undefined
}

const atOnce = 200

type ListQuery = PageQuery & { folder: string; captioned?: boolean | undefined }
type Selection = { folder: string; change: CaptionChange }

export type Captions = ReturnType<typeof createCaptions>

export function createCaptions({ spaces, files, datasets, blobs, textsAtOnce }: Needs) {
  const pictures = createCaptionedPictures(files)
  const { filterOf: picturesOf, readAll } = pictures
  const index = createCaptionIndex({ files, pictures, textsAtOnce })

  async function write(spaceId: string, changed: readonly Pick<CaptionedPicture, 'path' | 'caption'>[]): Promise<void> {
    const writes = []
    for (const { path, caption } of changed)
      writes.push({ spaceId, path: captionPath(path), conflict: 'replace' as const, blob: await blobOf(caption) })
    const results = await files.writeAll(spaceId, writes)
    const refused = results.find((result) => result instanceof Failure)
    if (refused !== undefined) throw refused
  }

  async function* changesOf(spaceId: string, filter: FileFilter, changed: (picture: CaptionedPicture) => string) {
    const visited = new Set<string>()
    for await (const batch of files.batches(spaceId, filter, atOnce))
      yield (await readAll(spaceId, batch)).flatMap((picture) => {
        const caption = changed(picture)
        const text = captionPath(picture.path)
        if (picture.isLabels || caption === picture.caption || visited.has(text)) return []
        visited.add(text)
        requireLength({ ...picture, caption })
        return [{ ...picture, caption }]
      })
  }

  const blobOf = (caption: string) =>
    blobs.put(
      (async function* content() {
        yield Buffer.from(caption)
      })(),
    )

  return {
    withPrefix,

    pictures,

    put: (spaceId: string, path: string, caption: string) => write(spaceId, [{ path, caption }]),

    async list(spaceId: string, { folder, captioned, ...query }: ListQuery): Promise<Page<CaptionedPicture>> {
      if (captioned !== undefined) {
        const page = await index.page(spaceId, folder, captioned, query)
        return { ...page, items: (await readAll(spaceId, page.items)).map(toCaptioned) }
      }
      const filter = await picturesOf(spaceId, folder)
      const page = await files.list(spaceId, filter, { ...filePageQuery.parse({}), ...query })
      const total = page.total ?? (await files.count(spaceId, filter)).files
      return { ...page, total, items: (await readAll(spaceId, page.items)).map(toCaptioned) }
    },

    count: index.count,

    async save(spaceId: string, fileId: string, caption: string): Promise<CaptionedPicture> {
      refuseInPlace(await spaces.get(spaceId))
      const file = await files.get(fileId)
      if (file.spaceId !== spaceId || file.kind !== 'image') throw fail('file.not-found')
      const [previous] = (await readAll(spaceId, [file])) as [CaptionPicture]
      if (previous.isLabels) throw fail('fine-tuning.caption-labels', { path: captionPath(file.path) })
      requireLength({ ...previous, caption })
      if (previous.caption !== caption) await write(spaceId, [{ path: file.path, caption }])
      return toCaptioned({ ...previous, caption })
    },

    async change(spaceId: string, { folder, change }: Selection): Promise<{ pictures: number; changed: number }> {
      refuseInPlace(await spaces.get(spaceId))
      const filter = await picturesOf(spaceId, folder)
      const { files: total } = await files.count(spaceId, filter)
      if (total > maxCaptioned) throw fail('fine-tuning.too-many-pictures', { most: maxCaptioned })
      const changeOf = await changer(datasets, change)
      let changed = 0
      // Check all first: a caption that would be too long prevents any change.
      for await (const { length } of changesOf(spaceId, filter, changeOf)) changed += length
      for await (const some of changesOf(spaceId, filter, changeOf)) if (some.length > 0) await write(spaceId, some)
      return { pictures: total, changed }
    },
  }
}

async function readLabels(datasets: Datasets, datasetId: string): Promise<Map<string, string>> {
  const dataset = await datasets.service.require(datasetId)
  const { checksum } = await datasets.snapshots.ofDataset(dataset)
  const { labels } = await datasets.snapshots.headOf(checksum)
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  const labelsByFile = new Map<string, string>()
  for await (const image of datasets.snapshots.imagesOf(checksum))
    labelsByFile.set(image.fileId, labelNames(image, names))
  return labelsByFile
}

async function changer(datasets: Datasets, change: CaptionChange): Promise<(picture: CaptionedPicture) => string> {
  if (change.kind === 'replace') return ({ caption }) => caption.replaceAll(change.find, () => change.replacement)
  if (change.kind === 'add') return ({ caption }) => withPrefix(caption, change.words)
  const labels = await readLabels(datasets, change.datasetId)
  return ({ fileId, caption }) => (caption === '' ? (labels.get(fileId) ?? '') : caption)
}

const toCaptioned = ({ fileId, path, caption }: CaptionPicture): CaptionedPicture => ({ fileId, path, caption })

/** A partially read text would be written back truncated. */
function requireLength({ path, caption, isWhole }: CaptionPicture): void {
  if (isWhole && caption.length <= maxCaptionLength) return
  throw fail('fine-tuning.caption-too-long', { path: captionPath(path), most: maxCaptionLength })
}

function withPrefix(caption: string, prefix: string): string {
  if (caption === '' || prefix === '') return `${prefix}${caption}`
  return caption === prefix || caption.startsWith(`${prefix},`) ? caption : `${prefix}, ${caption}`
}
