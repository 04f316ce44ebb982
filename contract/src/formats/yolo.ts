import { parseDocument, stringify } from 'yaml'
import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import type { Box } from '../labels/box.ts'
import type { LabeledBox } from './labeled-images.ts'

/**
 * Ultralytics YOLO detection data: https://docs.ultralytics.com/datasets/detect/. One text file an image,
 * one line an object: `class centre-x centre-y width height`, all of the image's size, classes from 0.
 * Also read: a sixth number (confidence), and polygons `class x1 y1 x2 y2 x3 y3 …`, taken by their bounding box.
 */
export interface YoloConfiguration {
  /** Root of the data, relative to the configuration file. */
  path: string
  /** Folders of images, or text files that list images, relative to the root. */
  train: string[]
  val: string[]
  test: string[]
  /** Class names in index order. */
  names: string[]
}

function invalid(file: string, line: number | null, what: string) {
  const where = line === null ? file : `${file}: line ${line}`
  return fail('dataset.import-invalid', { file, ...(line === null ? {} : { line }), reason: `${where}: ${what}` })
}

const paths = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value) => (value === null || value === undefined ? [] : [value].flat()))
const configuration = z.object({
  path: z.string().nullish(),
  train: paths,
  val: paths,
  valid: paths,
  test: paths,
  nc: z.number().int().nullish(),
  names: z.union([z.array(z.coerce.string()), z.record(z.coerce.number().int().min(0), z.coerce.string())]),
})

function namesInOrder(names: string[] | Record<number, string>, file: string): string[] {
  if (Array.isArray(names)) return names
  const count = Object.keys(names).length
  return Array.from({ length: count }, (_, index) => {
    const name = names[index]
    if (name === undefined) throw invalid(file, null, `names: the ${count} classes have no number ${index}`)
    return name
  })
}

/** Reads a data.yaml. Throws `dataset.import-invalid` with the place. */
export function decodeYoloConfiguration(text: string, file: string): YoloConfiguration {
  const document = parseDocument(text)
  const broken = document.errors[0]
  if (broken) throw invalid(file, broken.linePos?.[0].line ?? null, broken.message.split('\n')[0]!)
  const parsed = configuration.safeParse(document.toJS())
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw invalid(file, null, `${issue?.path.join('.') || 'document'}: ${issue?.message ?? 'not valid'}`)
  }
  const { path, train, val, valid, test, nc } = parsed.data
  const names = namesInOrder(parsed.data.names, file)
  if (names.length === 0) throw invalid(file, null, 'names: there is no class')
  if (typeof nc === 'number' && nc !== names.length) {
    throw invalid(file, null, `nc says ${nc} classes, names has ${names.length}`)
  }
  return { path: path ?? '.', train, val: val.length > 0 ? val : valid, test, names }
}

/** Writes a data.yaml as Ultralytics writes it: one path per split, `names` by index. */
export function encodeYoloConfiguration({ path, train, val, test, names }: YoloConfiguration): string {
  const single = (list: string[]) => (list.length === 1 ? list[0] : list)
  return stringify({
    path,
    train: single(train),
    val: single(val),
    ...(test.length > 0 ? { test: single(test) } : {}),
    names: Object.fromEntries(names.entries()),
  })
}

/** Where the labels of an image are: the last folder `images` of its path becomes `labels`, the ending `.txt`. */
export function yoloLabelPath(imagePath: string): string {
  const parts = imagePath.split('/')
  const place = parts.slice(0, -1).lastIndexOf('images')
  if (place >= 0) parts[place] = 'labels'
  const name = parts.pop()!
  return [...parts, `${name.replace(/\.[^.]*$/, '')}.txt`].join('/')
}

interface ImageFacts {
  width: number
  height: number
  labelCount: number
}

function boxAround(coordinates: readonly number[]): Box {
  const xs = coordinates.filter((_, i) => i % 2 === 0)
  const ys = coordinates.filter((_, i) => i % 2 === 1)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** How far outside 0 to 1 a number may lie: what writers round. */
const tolerance = 0.01

function decodeLine(line: string, image: ImageFacts, refuse: (what: string) => Error): LabeledBox {
  const fields = line.split(/\s+/)
  const [labelIndex, ...numbers] = fields.map(Number) as [number, ...number[]]
  const wrong = fields.find((field) => !Number.isFinite(Number(field)))
  if (wrong !== undefined) throw refuse(`"${wrong}" is not a number`)
  if (!Number.isInteger(labelIndex) || labelIndex < 0 || labelIndex >= image.labelCount) {
    throw refuse(`there is no class ${fields[0]} among the ${image.labelCount} classes`)
  }
  const isPolygon = numbers.length >= 6 && numbers.length % 2 === 0
  if (numbers.length !== 4 && numbers.length !== 5 && !isPolygon) {
    throw refuse(`${fields.length} numbers are neither a box (5) nor a polygon (7, 9, 11, …)`)
  }
  const outside = numbers.find((n) => n < -tolerance || n > 1 + tolerance)
  if (outside !== undefined) throw refuse(`${outside} is not between 0 and 1`)
  const [x, y, width, height, score] = numbers as [number, number, number, number, number?]
  const part = isPolygon ? boxAround(numbers) : { x: x - width / 2, y: y - height / 2, width, height }
  if (part.width <= 0 || part.height <= 0) throw refuse('the box has no area')
  const box = {
    x: part.x * image.width,
    y: part.y * image.height,
    width: part.width * image.width,
    height: part.height * image.height,
  }
  return { labelIndex, box, ...(isPolygon || score === undefined ? {} : { score }) }
}

/** Reads the labels of one image. Throws `dataset.import-invalid` with file and line. */
export function decodeYoloLabels(text: string, image: ImageFacts, file: string): LabeledBox[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const trimmed = line.trim()
    return trimmed === '' ? [] : [decodeLine(trimmed, image, (what) => invalid(file, index + 1, what))]
  })
}

/** Nine digits hold a box to a thousandth of a pixel in images of any size. */
const part = (value: number) => String(Number(value.toFixed(9)))

/** Writes the labels of one image; the empty text for an image without objects. */
export function encodeYoloLabels(boxes: readonly LabeledBox[], image: { width: number; height: number }): string {
  const lines = boxes.map(({ labelIndex, box, score }) => {
    const centre = [(box.x + box.width / 2) / image.width, (box.y + box.height / 2) / image.height]
    const size = [box.width / image.width, box.height / image.height]
    return [String(labelIndex), ...[...centre, ...size, ...(score === undefined ? [] : [score])].map(part)].join(' ')
  })
  return lines.map((line) => `${line}\n`).join('')
}
