import { createClassList } from '../class-list.ts'
import { csvCells } from '../csv/records.ts'
import type { Decoded, DecodeOptions, FileReader, FormatDecoder, ImageSize } from '../codec.ts'
import { imageOf, type ReadLabel } from '../images/image-documents.ts'
import { type ImageFiles, imageFilesOf, listedPaths } from '../images/image-files.ts'
import { fileName, folderOf, joinPath } from '../images/image-paths.ts'
import { imageSizeOf, unknownSize } from '../images/image-size.ts'
import { formatOffers } from '../offers.ts'
import { linesOf, readLines, readText } from '../text/read-text.ts'
import { remainingImages } from '../images/remaining-images.ts'

const isTable = (path: string) => /(?:^|\/)gt\/gt\.txt$|(?:^|\/)det\/det\.txt$/i.test(path)

/** Classes of MOT16 and later, from 1: https://arxiv.org/abs/1603.00831, table 5. */
const ownClasses = [
  'pedestrian',
  'person on vehicle',
  'car',
  'bicycle',
  'motorbike',
  'non motorized vehicle',
  'static person',
  'distractor',
  'occluder',
  'occluder on the ground',
  'occluder full',
  'reflection',
  'crowd',
]

/**
 * `<sequence>/gt/gt.txt`, else `det/det.txt`, beside `img1`: frame from 1, track id, left, top, width, height in pixels, flag
 * whether the row counts (in `det` the confidence), class, visible share. Class names as CVAT writes them in `gt/labels.txt`.
 */
export const mot: FormatDecoder = {
  id: 'mot',
  ...formatOffers.mot,
  detect: (paths) => (paths.some(isTable) ? 0.97 : 0),
  decode: decodeMot,
}

interface Row {
  readonly frame: number
  readonly label: ReadLabel
}

async function* decodeMot(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const tables = paths.filter(isTable)
  // Files reviewed by people take precedence over detector output.
  const selected = tables.filter(
    (path) => /gt\.txt$/i.test(path) || !tables.some((other) => other !== path && rootOf(other) === rootOf(path)),
  )
  if (selected.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const images = imageFilesOf(paths)
  const classes = createClassList()
  const named = new Set<string>()
  for (const file of selected) {
    const read = await readText(reader, file)
    if (read.problem !== undefined) {
      yield { type: 'problem', problem: { file, ...read.problem } }
      continue
    }
    const root = rootOf(file)
    const names = await readLines(
      reader,
      paths.find((path) => path === joinPath(folderOf(file), 'labels.txt')),
    )
    const sequence = await readSequence(
      reader,
      paths.find((path) => path === joinPath(root, 'seqinfo.ini')),
    )
    const frames = Map.groupBy(
      linesOf(read.text).map((line, index) => readRow(line, index + 1, { names, isDetected: /det\.txt$/i.test(file) })),
      ({ frame }) => frame,
    )
    for (const [frame, rows] of [...frames].toSorted(([a], [b]) => a - b)) {
      if (frame === 0) {
        for (const { label } of rows)
          if (label.problem !== undefined) yield { type: 'problem', problem: { file, ...label.problem } }
        continue
      }
      const at = fileOf(images, root, frame)
      const path = at === null ? joinPath(root, 'img1', `${String(frame).padStart(6, '0')}.jpg`) : at
      const size = sequence ?? (await imageSizeOf(reader, path, at)) ?? (at === null ? unknownSize : null)
      if (size === null) {
        yield { type: 'problem', problem: { file, reason: 'image-size-unknown', values: { path } } }
        continue
      }
      if (at !== null) named.add(at)
      yield* imageOf({ file, at, path, size, labels: rows.map(({ label }) => label), classes, options })
    }
  }
  yield* remainingImages(images, named)
}

const rootOf = (file: string) => folderOf(folderOf(file))

/** Frame numbers are padded to six digits, or not. */
function fileOf(images: ImageFiles, root: string, frame: number): string | null {
  for (const digits of [6, 8, 5, 1]) {
    const file = images.find(String(frame).padStart(digits, '0'), [joinPath(root, 'img1'), joinPath(root, 'images')])
    if (file !== null && Number(fileName(file).replace(/\.[^.]*$/, '')) === frame) return file
  }
  return null
}

async function readSequence(reader: FileReader, path: string | undefined): Promise<ImageSize | null> {
  const lines = await readLines(reader, path)
  const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1))
  const [width, height] = [value('imWidth'), value('imHeight')]
  return Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0 && width * height <= 500_000_000
    ? { width, height }
    : null
}

function readRow(
  line: string,
  number: number,
  { names, isDetected }: { names: readonly string[]; isDetected: boolean },
): Row {
  const where = `line ${number}`
  const fields = csvCells(line)
  const numbers = fields.map(Number)
  const strange = numbers.slice(0, 6).findIndex((value) => !Number.isFinite(value))
  const [frame = 0, track = -1, x = 0, y = 0, width = 0, height = 0, mark = 1, kind = 1, visible] = numbers
  if (numbers.length < 6 || !Number.isInteger(frame) || frame < 1) {
    return {
      frame: 0,
      label: { problem: { reason: 'entry-invalid', values: { where, field: 'frame', detail: line.slice(0, 40) } } },
    }
  }
  if (strange >= 0)
    return {
      frame,
      label: { problem: { reason: 'not-a-number', values: { text: (fields[strange] ?? '').slice(0, 40) } } },
    }
  if (!(width > 0 && height > 0))
    return { frame, label: { problem: { reason: 'box-empty', values: { where, width, height } } } }
  const label = isDetected
    ? (names[0] ?? ownClasses[0]!)
    : (names[kind - 1] ?? (names.length === 0 ? ownClasses[kind - 1] : undefined))
  if (label === undefined)
    return { frame, label: { problem: { reason: 'class-unknown', values: { where, class: String(kind) } } } }
  const attributes = {
    ...(track < 0 ? {} : { track_id: track }),
    ...(visible === undefined || isDetected || visible < 0 || visible >= 1 ? {} : { visibility: visible }),
    ...(!isDetected && mark === 0 ? { ignored: true } : {}),
  }
  return {
    frame,
    label: {
      shape: {
        kind: 'box',
        box: { x, y, width, height },
        label,
        ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
        ...(isDetected && mark >= 0 && mark <= 1 ? { score: mark } : {}),
      },
    },
  }
}
