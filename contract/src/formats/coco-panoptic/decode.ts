import { describeIssue } from '../../kernel/schema-issue.ts'
import { z } from 'zod'
import { createClassList } from '../class-list.ts'
import { cocoId, readCategory, readImage } from '../coco/entries.ts'
import type { Decoded, DecodeOptions, FileReader, ImageSize } from '../codec.ts'
import { reportIn } from '../decode-documents.ts'
import { measuredSize } from '../frames/measured-size.ts'
import { imageOf, type ReadLabel } from '../images/image-documents.ts'
import { imageFilesOf, listedPaths } from '../images/image-files.ts'
import { cleanPath, fileName, folderOf, joinPath } from '../images/image-paths.ts'
import { parsePart } from '../json/parse-part.ts'
import { readJsonParts } from '../json/read-parts.ts'
import type { LabeledImage } from '../labeled-images.ts'
import { createMaskCollector } from '../masks/paint.ts'
import { decodePng, PngError } from '../png/decode.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { remainingImages } from '../images/remaining-images.ts'
import { splitInPath, splitOf } from '../splits.ts'

const annotation = z.object({
  image_id: cocoId,
  file_name: z.string().min(1),
  segments_info: z
    .array(
      z.object({
        id: z.number().int().min(1),
        category_id: cocoId,
        iscrowd: z
          .union([z.literal(0), z.literal(1), z.boolean()])
          .nullish()
          .catch(null),
      }),
    )
    .max(1_000_000),
})
type Annotation = z.output<typeof annotation>

interface Panoptic {
  readonly names: Map<string, string>
  readonly images: Map<string, LabeledImage>
}

/** Pictures' colors are segment numbers, red + 256 × green + 65,536 × blue: https://cocodataset.org/#format-data */
export async function* decodePanoptic(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const documents = paths.filter((path) => /\.json$/i.test(path))
  if (documents.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const pictures = picturesOf(paths, documents)
  const images = imageFilesOf(paths.filter((path) => !pictures.has(path)))
  const classes = createClassList()
  const named = new Set<string>()
  for (const file of documents) {
    const document = yield* readDocument(reader, file)
    if (document === null) continue
    for (const name of document.names.values()) classes.indexOf({ name })
    yield* classes.drainNew()
    for await (const { key, index, bytes, line } of readJsonParts(reader.open(file))) {
      if (key !== 'annotations') continue
      const problem = (finding: ProblemFinding) => reportIn(file)(finding, line)
      const read = readAnnotation(bytes, index ?? 0)
      if ('problem' in read) {
        yield problem(read.problem)
        continue
      }
      const image = document.images.get(String(read.value.image_id))
      if (image === undefined) {
        yield problem({
          reason: 'image-unknown',
          values: { where: `annotation at place ${index ?? 0}`, image: String(read.value.image_id) },
        })
        continue
      }
      document.images.delete(String(read.value.image_id))
      const stem = fileName(file).replace(/\.json$/i, '')
      const picture = [joinPath(folderOf(file), stem), stem, folderOf(file), 'panoptic']
        .map((folder) => joinPath(folder, cleanPath(read.value.file_name)))
        .find((path) => pictures.has(path))
      if (picture === undefined) {
        yield problem({ reason: 'file-missing', values: { path: read.value.file_name } })
        continue
      }
      const { labels, size } = await readSegments(reader, picture, {
        annotation: read.value,
        image,
        names: document.names,
      })
      const split = stem.replace(/^panoptic_/i, '')
      const at = images.find(image.path, [folderOf(file), 'images', joinPath('images', split), split, ''])
      if (at !== null) named.add(at)
      const { path } = image
      yield* imageOf({
        file,
        folder: folderOf(file),
        at,
        split: splitOf(split) ?? splitInPath(file),
        path,
        size,
        labels,
        classes,
        options,
      })
    }
  }
  yield* remainingImages(images, named)
}

/** Segment pictures, in folders named after a document or `panoptic…`. They are not images of the dataset. */
function picturesOf(paths: readonly string[], documents: readonly string[]): Set<string> {
  const stems = new Set(documents.map((path) => fileName(path).replace(/\.json$/i, '')))
  const isOwn = (path: string) =>
    /\.png$/i.test(path) &&
    folderOf(path)
      .split('/')
      .some((folder) => stems.has(folder) || /^panoptic/i.test(folder))
  return new Set(paths.filter(isOwn))
}

async function* readDocument(reader: FileReader, file: string): AsyncGenerator<Decoded, Panoptic | null> {
  const names = new Map<string, string>()
  const images = new Map<string, LabeledImage>()
  const parts = readJsonParts(reader.open(file))
  let step = await parts.next()
  for (; step.done !== true; step = await parts.next()) {
    const { key, index, bytes, line } = step.value
    if ((key !== 'categories' && key !== 'images') || index === null) continue
    const read = parsePart(bytes)
    const entry = 'value' in read ? read.value : null
    const one = key === 'categories' ? readCategory(entry, index) : readImage(entry, index)
    if (one.problem !== undefined) yield { type: 'problem', problem: { file, line, ...one.problem } }
    else if ('image' in one.value) images.set(String(one.value.id), one.value.image)
    else names.set(String(one.value.id), one.value.value.name)
  }
  const { broken } = step.value
  if (broken !== null) {
    const { reason, line, detail } = broken
    yield { type: 'problem', problem: { file, line, reason, values: { detail, limit: detail } } }
    return null
  }
  if (names.size > 0 && images.size > 0) return { names, images }
  const list = images.size === 0 ? 'images' : 'categories'
  yield { type: 'problem', problem: { file, reason: 'list-missing', values: { list } } }
  return null
}

function readAnnotation(bytes: Uint8Array, index: number): { value: Annotation } | { problem: ProblemFinding } {
  const read = parsePart(bytes)
  if (!('value' in read)) return read
  const parsed = annotation.safeParse(read.value)
  if (parsed.success) return { value: parsed.data }
  const values = { where: `annotation at place ${index}`, ...describeIssue(parsed.error, read.value, 'entry') }
  return { problem: { reason: 'entry-invalid', values } }
}

async function readSegments(
  reader: FileReader,
  file: string,
  { annotation, image, names }: { annotation: Annotation; image: LabeledImage; names: ReadonlyMap<string, string> },
): Promise<{ labels: ReadLabel[]; size: ImageSize }> {
  const stated = { width: image.width, height: image.height }
  const none = (problem: ProblemFinding) => ({ labels: [{ problem }], size: stated })
  try {
    const picture = await decodePng(reader.open(file))
    const { width, height } = picture.header
    try {
      const size = measuredSize(stated, [{ width, height }])
      if (width !== size.width || height !== size.height)
        return none({ reason: 'mask-size-differs', values: { where: file, width, height } })
      const collector = createMaskCollector()
      for await (const row of picture.rows) collector.addRow(Int32Array.from(row, numberOf), 0)
      const masks = new Map(collector.masks().map(({ value, mask }) => [value, mask]))
      const labels = annotation.segments_info.map(({ id, category_id, iscrowd }): ReadLabel => {
        const where = `segment ${id}`
        const mask = masks.get(id)
        const label = names.get(String(category_id))
        if (mask === undefined) return { problem: { reason: 'mask-empty', values: { where } } }
        if (label === undefined)
          return { problem: { reason: 'class-unknown', values: { where, class: String(category_id) } } }
        return { shape: { kind: 'mask', mask, label, ...(iscrowd ? { attributes: { iscrowd: true } } : {}) } }
      })
      return { labels, size }
    } finally {
      await picture.close()
    }
  } catch (error) {
    if (!(error instanceof PngError)) throw error
    return none({
      reason: 'png-unreadable',
      values: { detail: { en: `${file}: ${error.detail.en}`, zh: `${file}：${error.detail.zh}` } },
    })
  }
}

const numberOf = (colour: number) => ((colour >> 16) & 255) + (colour & 0xff00) + ((colour & 255) << 16)
