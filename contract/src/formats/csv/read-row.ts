import { expandRuns, maskOfColumnRuns } from '../../labels/column-runs.ts'
import { readAttributes } from '../attributes.ts'
import { parseJson } from '../json/parse-json.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf, LabeledShape } from '../labeled-images.ts'
import { polygonProblem } from '../areas/outlines.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { type BoxMeaning, type BoxStyle, boxesOf } from './boxes.ts'
import type { Columns, Row } from './columns.ts'

export function rowOf(fields: readonly string[], columns: Columns): Row {
  return (column) => {
    const index = columns[column]
    return index === undefined ? '' : (fields[index] ?? '').trim()
  }
}

type Area = { [Kind in LabeledShape['kind']]: GeometryOf<Kind> }[LabeledShape['kind']]
type Read =
  | { values: (Omit<LabeledShape, 'labelIndex'> & Area)[]; unread: ProblemFinding[]; problem?: undefined }
  | { problem: ProblemFinding }

export function readRow(row: Row, image: ImageSize, meaning: BoxMeaning): Read {
  const read = readAreas(row, image, meaning)
  if (read.problem !== undefined) return read
  const [score, group] = [Number(row('score')), Number(row('group'))]
  const isScore = row('score') !== '' && score >= 0 && score <= 1
  const described = row('attributes')
  const { values, unread } = readAttributes(
    described === '' || described === 'null' ? null : (jsonOf(described) ?? described),
    row('class'),
  )
  const facts = {
    ...(isScore ? { score } : {}),
    ...(row('group') !== '' && Number.isInteger(group) ? { group } : {}),
    ...values,
  }
  return { values: read.values.map((area) => ({ ...area, ...facts })), unread }
}

type Areas = { values: Area[]; problem?: undefined } | { problem: ProblemFinding }

function readAreas(row: Row, image: ImageSize, meaning: BoxMeaning): Areas {
  const where = row('class')
  if (row('runs') !== '') {
    const runs = expandRuns(row('runs'))
    const { width, height } = image
    if (runs === null || runs.reduce((sum, count) => sum + count, 0) > width * height) {
      return { problem: { reason: 'runs-invalid', values: { where, width, height } } }
    }
    const mask = maskOfColumnRuns(runs, image)
    return mask === null
      ? { problem: { reason: 'mask-empty', values: { where } } }
      : { values: [{ kind: 'mask', mask }] }
  }
  if (row('rings') !== '') return readRings(row('rings'), where)
  const written = boxesOf(row)
  if (written === null) return { values: [{ kind: 'class' }] }
  if ('problem' in written) return written
  const boxes = written.boxes.map((texts) => readBox(texts, { where, image, meaning, style: written.style }))
  const wrong = boxes.find((box) => 'problem' in box)
  return wrong !== undefined && 'problem' in wrong
    ? wrong
    : { values: boxes.flatMap((box) => ('problem' in box ? [] : box)) }
}

interface BoxFacts {
  readonly where: string
  readonly image: ImageSize
  readonly meaning: BoxMeaning
  readonly style: BoxStyle | null
}

function readBox(
  texts: readonly string[],
  { where, image, meaning, style }: BoxFacts,
): GeometryOf<'box'> | { problem: ProblemFinding } {
  const wrong = texts.find((text) => text === '' || !Number.isFinite(Number(text)))
  if (wrong !== undefined) return { problem: { reason: 'not-a-number', values: { text: wrong.slice(0, 40) } } }
  const isScaled = meaning.isParts && image.width > 0
  const [x, y, third, fourth] = texts.map(
    (text, at) => Number(text) * (isScaled ? (at % 2 === 0 ? image.width : image.height) : 1),
  ) as [number, number, number, number]
  const own = style ?? meaning.style
  const [width, height] = own === 'corners' ? [third - x, fourth - y] : [third, fourth]
  if (!(width > 0 && height > 0)) return { problem: { reason: 'box-empty', values: { where, width, height } } }
  const [left, top] = own === 'center' ? [x - width / 2, y - height / 2] : [x, y]
  return { kind: 'box', box: { x: left, y: top, width, height } }
}

function readRings(text: string, where: string): Areas {
  const rings = jsonOf(text)
  const isRings = (value: unknown): value is number[][] =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((ring) => Array.isArray(ring) && ring.every(Number.isFinite))
  if (!isRings(rings))
    return { problem: { reason: 'entry-invalid', values: { where, field: 'rings', detail: text.slice(0, 40) } } }
  const wrong = rings.map(polygonProblem).find((problem) => problem !== null)
  if (wrong) return { problem: { reason: wrong, values: { where, limit: 1_000_000 } } }
  return { values: [{ kind: 'polygon', polygon: { rings } }] }
}

export function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : parseJson(text)
  } catch {
    return null
  }
}
