import { describeIssue } from '../../kernel/schema-issue.ts'
import { z } from 'zod'
import { maskOf } from '../../labels/mask.ts'
import { readAttributes } from '../attributes.ts'
import { fromBase64 } from '../text/base64.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf, LabeledShape } from '../labeled-images.ts'
import { shapeOfOutlines } from '../areas/outlines.ts'
import { decodePng, PngError } from '../png/decode.ts'
import type { ProblemFinding } from '../problems/problems.ts'

const point = z.tuple([z.number(), z.number()])

/** A LabelMe shape; X-AnyLabeling adds `score` and `attributes`, Vermilion `rings`. */
export const labelmeShape = z.object({
  label: z.string().min(1),
  points: z.array(point).max(1_000_000),
  shape_type: z.string().default('polygon'),
  group_id: z.number().int().nullish().catch(null),
  score: z.number().nullish().catch(null),
  attributes: z.unknown().optional(),
  mask: z.string().nullish(),
  rings: z.array(z.array(z.number())).nullish().catch(null),
})
type LabelmeShape = z.output<typeof labelmeShape>

type Area = GeometryOf<'box'> | GeometryOf<'polygon'> | GeometryOf<'mask'>
type Read = { value: Area; problem?: undefined } | { problem: ProblemFinding }
type Reader = (shape: LabelmeShape, image: ImageSize, where: string) => Read | Promise<Read>

const circlePoints = 48

const readers: Record<string, Reader> = {
  polygon: readOutline,
  rotation: readOutline,
  rectangle(shape, _image, where) {
    const [xs, ys] = [shape.points.map(([x]) => x), shape.points.map(([, y]) => y)]
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y]
    if (!(width > 0 && height > 0)) return { problem: { reason: 'box-empty', values: { where, width, height } } }
    return { value: { kind: 'box', box: { x, y, width, height } } }
  },
  circle({ points: [centre, edge] }, _image, where) {
    if (centre === undefined || edge === undefined) return { problem: { reason: 'polygon-short', values: { where } } }
    const radius = Math.hypot(edge[0] - centre[0], edge[1] - centre[1])
    if (radius === 0) return { problem: { reason: 'box-empty', values: { where, width: 0, height: 0 } } }
    const ring = Array.from({ length: circlePoints }, (_, at) => (at * 2 * Math.PI) / circlePoints).flatMap((angle) => [
      centre[0] + radius * Math.cos(angle),
      centre[1] + radius * Math.sin(angle),
    ])
    return { value: { kind: 'polygon', polygon: { rings: [ring] } } }
  },
  mask: readMask,
}

function readOutline({ points, rings }: LabelmeShape, image: ImageSize, where: string): Read {
  const own = rings?.every((ring) => ring.length >= 6 && ring.length % 2 === 0) && rings.length > 0 ? rings : null
  if (own !== null) return { value: { kind: 'polygon', polygon: { rings: own } } }
  return shapeOfOutlines([points.flat()], image, where)
}

async function readMask({ points, mask }: LabelmeShape, image: ImageSize, where: string): Promise<Read> {
  const [start] = points
  const bytes = typeof mask === 'string' ? fromBase64(mask) : null
  if (start === undefined || bytes === null) return { problem: { reason: 'geometry-missing', values: { where } } }
  try {
    const picture = await decodePng(inOne(bytes))
    const { width, height } = picture.header
    const [x, y] = [Math.round(start[0]), Math.round(start[1])]
    if (x < 0 || y < 0 || x + width > image.width || y + height > image.height) {
      return { problem: { reason: 'mask-size-differs', values: { where, width, height } } }
    }
    const inside = new Uint8Array(width * height)
    let at = 0
    for await (const row of picture.rows) for (const value of row) inside[at++] = value > 0 ? 1 : 0
    const read = maskOf(inside, { x, y, width, height })
    return read === null
      ? { problem: { reason: 'mask-empty', values: { where } } }
      : { value: { kind: 'mask', mask: read } }
  } catch (error) {
    if (error instanceof PngError)
      return { problem: { reason: 'entry-invalid', values: { where, field: 'mask', detail: error.detail } } }
    throw error
  }
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export async function readLabelmeShape(
  entry: unknown,
  index: number,
  image: ImageSize,
): Promise<
  | {
      value: { label: string; shape: Omit<LabeledShape, 'labelIndex'> & Area; unread: ProblemFinding[] }
      problem?: undefined
    }
  | { problem: ProblemFinding }
> {
  const where = `shape ${index + 1}`
  const parsed = labelmeShape.safeParse(entry)
  if (!parsed.success) {
    const values = { where, ...describeIssue(parsed.error, entry, 'entry') }
    return { problem: { reason: 'entry-invalid', values } }
  }
  const { label, shape_type: type, group_id: group, score, attributes } = parsed.data
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (reader === undefined)
    return { problem: { reason: 'shape-type-unknown', values: { where, type: type.slice(0, 40) } } }
  const read = await reader(parsed.data, image, where)
  if (read.problem !== undefined) return read
  const isScore = typeof score === 'number' && score >= 0 && score <= 1
  const { values, unread } = readAttributes(attributes, where)
  const shape = {
    ...read.value,
    ...(typeof group === 'number' ? { group } : {}),
    ...(isScore ? { score } : {}),
    ...values,
  }
  return { value: { label, shape, unread } }
}
