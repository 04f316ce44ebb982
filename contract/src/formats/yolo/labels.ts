import { failureOf, type ProblemFinding } from '../problems/problems.ts'
import type { LabelKind } from '../../labels/index.ts'
import { areaOf } from '../areas/areas.ts'
import type { ImageSize } from '../codec.ts'
import { joinRings } from '../areas/join-rings.ts'
import type { LabeledShape, LabeledShapeOf } from '../labeled-images.ts'
import { lineEnds } from '../text/read-text.ts'
import { createRowSurvey, type RowMeaning } from './row-meaning.ts'

/**
 * One text file per image, one line per object: `class center-x center-y width height`, or an outline `class x1 y1 x2 y2 x3 y3
 * …`, relative to the image's size, classes from 0. Extra numbers of predictions (confidence, track id) are read but never
 * written, because trainers refuse them. https://docs.ultralytics.com/datasets/detect/ and …/segment/.
 */
interface ImageFacts extends ImageSize {
  labelCount: number
}

export type YoloLine = { shape: LabeledShape; note?: ProblemFinding; problem?: undefined } | { problem: ProblemFinding }

const tolerance = 0.01

export function readYoloLine(line: string, image: ImageFacts, meaning: RowMeaning): YoloLine {
  const [first = '', ...fields] = line.trim().split(/\s+/)
  const refuse = (reason: ProblemFinding['reason'], values: ProblemFinding['values']) => ({
    problem: { reason, values },
  })
  const wrong = [first, ...fields].find((field) => !Number.isFinite(Number(field)))
  if (wrong !== undefined) return refuse('not-a-number', { text: wrong.slice(0, 40) })
  const labelIndex = Number(first)
  if (!Number.isInteger(labelIndex) || labelIndex < 0 || labelIndex >= image.labelCount) {
    return refuse('class-number-unknown', { class: labelIndex, count: image.labelCount })
  }
  const parts = meaning.partsOf(fields)
  if (parts === null) return refuse('yolo-numbers', { count: fields.length + 1 })
  const numbers = fields.slice(0, parts.length).map(Number)
  const outside = [...numbers, ...fields.slice(parts.score, parts.score < 0 ? 0 : parts.score + 1).map(Number)].find(
    (n) => n < -tolerance || n > 1 + tolerance,
  )
  if (outside !== undefined) return refuse('part-outside', { value: outside })
  const score = parts.score < 0 ? -1 : Number(fields[parts.score])
  const facts = {
    labelIndex,
    ...(score >= 0 && score <= 1 ? { score } : {}),
    ...(parts.track < 0 ? {} : { attributes: { track_id: Number(fields[parts.track]) } }),
  }
  const note = parts.note === undefined ? {} : { note: parts.note }
  if (parts.kind === 'outline') {
    if (numbers.length > 2_000_000) return refuse('polygon-long', { where: 'polygon', limit: 1_000_000 })
    const ring = numbers.map((part, index) => part * (index % 2 === 0 ? image.width : image.height))
    return { shape: { kind: 'polygon', polygon: { rings: [ring] }, ...facts }, ...note }
  }
  const [x, y, width, height] = numbers as [number, number, number, number]
  if (width <= 0 || height <= 0) return refuse('box-flat', {})
  const box = {
    x: (x - width / 2) * image.width,
    y: (y - height / 2) * image.height,
    width: width * image.width,
    height: height * image.height,
  }
  return { shape: { kind: 'box', box, ...facts }, ...note }
}

export function decodeYoloLabels(text: string, image: ImageFacts, file: string): LabeledShape[] {
  const survey = createRowSurvey()
  survey.add(text)
  return text.split(lineEnds).flatMap((line, index) => {
    if (line.trim() === '') return []
    const read = readYoloLine(line, image, survey.meaning)
    if (read.problem !== undefined) throw failureOf({ file, line: index + 1, ...read.problem })
    return [read.shape]
  })
}

/** Nine digits are exact to a thousandth of a pixel at any size. */
const part = (value: number) => String(Number(value.toFixed(9)))

const writers: { [Kind in LabelKind]: (shape: LabeledShapeOf<Kind>, image: ImageSize) => number[] | null } = {
  box: ({ box }, image) => [
    (box.x + box.width / 2) / image.width,
    (box.y + box.height / 2) / image.height,
    box.width / image.width,
    box.height / image.height,
  ],
  polygon: writeOutline,
  mask: writeOutline,
  class: () => null,
}

function writeOutline(shape: LabeledShape, image: ImageSize): number[] | null {
  const rings = areaOf(shape)?.rings()
  if (rings === undefined || rings.length === 0) return null
  const within = (value: number, size: number) => Math.min(1, Math.max(0, value / size))
  return joinRings(rings).map((value, index) => within(value, index % 2 === 0 ? image.width : image.height))
}

export function writeYoloLine(shape: LabeledShape, image: ImageSize): string | null {
  const write = writers[shape.kind] as (shape: LabeledShape, image: ImageSize) => number[] | null
  const numbers = write(shape, image)
  return numbers === null ? null : [String(shape.labelIndex), ...numbers.map(part)].join(' ')
}

export function encodeYoloLabels(shapes: readonly LabeledShape[], image: ImageSize): string {
  return shapes
    .map((shape) => writeYoloLine(shape, image))
    .flatMap((line) => (line === null ? [] : [`${line}\n`]))
    .join('')
}
