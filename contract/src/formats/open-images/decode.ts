import { createClassList } from '../class-list.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { brokenCsv } from '../csv/decode.ts'
import { csvRecords } from '../csv/records.ts'
import { reportIn } from '../decode-documents.ts'
import { imageOf, type ReadLabel } from '../images/image-documents.ts'
import { imageFilesOf, listedPaths } from '../images/image-files.ts'
import { fileName, folderOf, joinPath } from '../images/image-paths.ts'
import { imageSizeOf } from '../images/image-size.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { ownImagePath, remainingImages } from '../images/remaining-images.ts'
import { splitInPath, splitOf } from '../splits.ts'

interface HeldImage {
  readonly file: string
  readonly labels: ReadLabel[]
  refused: number
}

const isOther = (path: string) => /-images(?:-with-[^/]*)?\.csv$|image[_-]ids[^/]*\.csv$/i.test(path)
const isNames = (path: string) => /class-descriptions[^/]*\.csv$/i.test(path)
const marks = ['IsOccluded', 'IsTruncated', 'IsGroupOf', 'IsDepiction', 'IsInside'] as const

/**
 * Decodes tables of boxes (`ImageID, LabelName, XMin, XMax, YMin, YMax`, relative coordinates) and image-level labels
 * (`Confidence` 0: verified absent), with class names in `class-descriptions….csv`.
 * https://storage.googleapis.com/openimages/web/download_v7.html
 */
export async function* decodeOpenImages(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const tables = paths.filter((path) => /\.csv$/i.test(path) && !isNames(path) && !isOther(path))
  if (tables.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const names = new Map<string, string>()
  for (const path of paths.filter(isNames)) yield* readNames(reader, path, names)
  const held = new Map<string, HeldImage>()
  for (const file of tables) yield* readTable({ reader, file, names, held })
  const images = imageFilesOf(paths)
  const classes = createClassList()
  const named = new Set<string>()
  for (const [id, { file, labels, refused }] of held) {
    const at = images.find(id, foldersBeside(file))
    if (at !== null) named.add(at)
    const path = at === null ? id : fileName(ownImagePath(at))
    const size = (await imageSizeOf(reader, path, at)) ?? { width: 1, height: 1 }
    const scaled = labels.map((read): ReadLabel => {
      if (read.problem !== undefined || read.shape.kind !== 'box') return read
      const { x, y, width, height } = read.shape.box
      const box = { x: x * size.width, y: y * size.height, width: width * size.width, height: height * size.height }
      return { shape: { ...read.shape, box } }
    })
    yield* imageOf({
      file,
      at,
      path,
      size,
      labels: scaled,
      classes,
      options,
      refusedBefore: refused,
      split: splitFor(file, at),
    })
  }
  yield* remainingImages(images, named)
}

/** Split from the image's folder, else from the table's name (`train-annotations-bbox.csv`). */
const splitFor = (table: string, image: string | null) =>
  (image === null ? null : splitInPath(image)) ?? splitOf(/^[a-z]+(?=-)/i.exec(fileName(table))?.[0] ?? '')

const imageFolders = [
  'images',
  '',
  ...['train', 'validation', 'val', 'test'].flatMap((split) => [split, `images/${split}`]),
]

function foldersBeside(table: string): string[] {
  const folder = folderOf(table)
  return [folder, folderOf(folder)].flatMap((root) => imageFolders.map((inside) => joinPath(root, inside)))
}

async function* readNames(reader: FileReader, file: string, names: Map<string, string>): AsyncGenerator<Decoded> {
  try {
    for await (const records of csvRecords(reader.open(file)))
      for (const {
        fields: [id = '', name = ''],
      } of records)
        if (name !== '' && id !== 'LabelName') names.set(id, name)
  } catch (error) {
    yield brokenCsv(file, error)
  }
}

interface Table {
  readonly reader: FileReader
  readonly file: string
  readonly names: ReadonlyMap<string, string>
  readonly held: Map<string, HeldImage>
}

async function* readTable({ reader, file, names, held }: Table): AsyncGenerator<Decoded> {
  const problem = reportIn(file)
  let columns: readonly string[] | null = null
  try {
    for await (const records of csvRecords(reader.open(file))) {
      for (const { fields, line } of records) {
        if (columns === null) {
          columns = fields.map((field) => field.trim().replace(/^\uFEFF/, ''))
          const missing = ['ImageID', 'LabelName'].filter((column) => !columns!.includes(column))
          if (missing.length === 0) continue
          yield problem({ reason: 'columns-missing', values: { columns: missing.join(', ') } }, line)
          return
        }
        const row = new Map(columns.map((column, at) => [column, (fields[at] ?? '').trim()]))
        const id = row.get('ImageID') ?? ''
        const labels = labelsOf(row, names)
        const finding = labels.find((read) => read.problem !== undefined)?.problem
        if (id === '') {
          const values = { where: `line ${line}`, field: 'ImageID', detail: 'missing' }
          yield problem({ reason: 'entry-invalid', values }, line)
        } else if (finding !== undefined) {
          yield problem(finding, line)
          // An image with unreadable labels does not count as empty.
          hold(held, id, file, []).refused += 1
        } else hold(held, id, file, labels)
      }
    }
  } catch (error) {
    yield brokenCsv(file, error)
  }
}

function hold(held: Map<string, HeldImage>, id: string, file: string, labels: readonly ReadLabel[]): HeldImage {
  const image = held.get(id) ?? { file, labels: [], refused: 0 }
  held.set(id, image)
  image.labels.push(...labels)
  return image
}

function labelsOf(row: ReadonlyMap<string, string>, names: ReadonlyMap<string, string>): ReadLabel[] {
  const id = row.get('LabelName') ?? ''
  const where = 'LabelName'
  if (id === '') return [{ problem: { reason: 'class-missing', values: { where } } }]
  const label = names.get(id) ?? id
  const isPlace = row.has('XMin')
  if (!isPlace) return row.get('Confidence') === '0' ? [] : [{ shape: { kind: 'class', label } }]
  const numbers: number[] = []
  for (const column of ['XMin', 'YMin', 'XMax', 'YMax']) {
    const text = row.get(column) ?? ''
    const value = text === '' ? Number.NaN : Number(text)
    const problem: ProblemFinding | null = !Number.isFinite(value)
      ? { reason: 'not-a-number', values: { text: `${column}: ${text.slice(0, 40)}` } }
      : value < 0 || value > 1
        ? { reason: 'part-outside', values: { value } }
        : null
    if (problem !== null) return [{ problem }]
    numbers.push(value)
  }
  const [x, y, right, bottom] = numbers as [number, number, number, number]
  const [width, height] = [right - x, bottom - y]
  if (!(width > 0 && height > 0)) return [{ problem: { reason: 'box-flat' } }]
  const attributes = Object.fromEntries(marks.filter((mark) => row.get(mark) === '1').map((mark) => [mark, true]))
  const more = Object.keys(attributes).length === 0 ? {} : { attributes }
  return [{ shape: { kind: 'box', box: { x, y, width, height }, label, ...more } }]
}
