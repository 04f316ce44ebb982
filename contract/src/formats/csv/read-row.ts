import { expandRuns, maskOfColumnRuns } from '../../labels/column-runs.ts'
import { readAttributes } from '../attributes.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf, LabeledShape } from '../labeled-images.ts'
import { polygonProblem } from '../areas/outlines.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import type { Column, Columns } from './columns.ts'

export type Row = (column: Column) => string

export function rowOf(fields: readonly string[], columns: Columns): Row {
  return (column) => {
    const index = columns[column]
    return index === undefined ? '' : (fields[index] ?? '').trim()
  }
}

type Area = { [Kind in LabeledShape['kind']]: GeometryOf<Kind> }[LabeledShape['kind']]
type Read =
  | { value: Omit<LabeledShape, 'labelIndex'> & Area; unread: ProblemFinding[]; problem?: undefined }
  | { problem: ProblemFinding }

/** What a row with a class says of its image. */
export function readRow(row: Row, image: ImageSize): Read {
  const read = readArea(row, image)
  if (read.problem !== undefined) return read
  const [score, group] = [Number(row('score')), Number(row('group'))]
  const isScore = row('score') !== '' && score >= 0 && score <= 1
  const described = row('attributes')
  const { values, unread } = readAttributes(
    described === '' || described === 'null' ? null : (jsonOf(described) ?? described),
    row('class'),
  )
  return {
    value: {
      ...read.value,
      ...(isScore ? { score } : {}),
      ...(row('group') !== '' && Number.isInteger(group) ? { group } : {}),
      ...values,
    },
    unread,
  }
}

function readArea(row: Row, image: ImageSize): { value: Area; problem?: undefined } | { problem: ProblemFinding } {
  const where = row('class')
  if (row('runs') !== '') {
    const runs = expandRuns(row('runs'))
    const { width, height } = image
    if (runs === null || runs.reduce((sum, count) => sum + count, 0) > width * height) {
      return { problem: { reason: 'runs-invalid', values: { where, width, height } } }
    }
    const mask = maskOfColumnRuns(runs, image)
    return mask === null ? { problem: { reason: 'mask-empty', values: { where } } } : { value: { kind: 'mask', mask } }
  }
  if (row('rings') !== '') return readRings(row('rings'), where)
  const corners = cornersOf(row)
  if (corners === null) return { value: { kind: 'class' } }
  const wrong = corners.find((text) => text === '' || !Number.isFinite(Number(text)))
  if (wrong !== undefined) return { problem: { reason: 'not-a-number', values: { text: wrong.slice(0, 40) } } }
  const [x, y, third, fourth] = corners.map(Number) as [number, number, number, number]
  const [width, height] = row('xmin') === '' ? [third, fourth] : [third - x, fourth - y]
  if (!(width > 0 && height > 0)) return { problem: { reason: 'box-empty', values: { where, width, height } } }
  return { value: { kind: 'box', box: { x, y, width, height } } }
}

/** Two corners, or a corner and a size; null where the row has neither. */
function cornersOf(row: Row): string[] | null {
  const corners = [row('xmin'), row('ymin'), row('xmax'), row('ymax')]
  if (corners.some((text) => text !== '')) return corners
  const size = [row('x'), row('y'), row('w'), row('h')]
  return size.some((text) => text !== '') ? size : null
}

function readRings(text: string, where: string): { value: Area; problem?: undefined } | { problem: ProblemFinding } {
  const rings = jsonOf(text)
  const isRings = (value: unknown): value is number[][] =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((ring) => Array.isArray(ring) && ring.every(Number.isFinite))
  if (!isRings(rings))
    return { problem: { reason: 'entry-invalid', values: { where, field: 'rings', detail: text.slice(0, 40) } } }
  const wrong = rings.map(polygonProblem).find((problem) => problem !== null)
  if (wrong) return { problem: { reason: wrong, values: { where, limit: 1_000_000 } } }
  return { value: { kind: 'polygon', polygon: { rings } } }
}

export function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}
