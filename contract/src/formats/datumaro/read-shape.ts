import { describeIssue } from '../../kernel/schema-issue.ts'
import type { LabelKind } from '../../labels/index.ts'
import { expandRuns, maskOfColumnRuns } from '../../labels/column-runs.ts'
import { readAttributes } from '../attributes.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf, LabeledShape } from '../labeled-images.ts'
import { shapeOfOutlines } from '../areas/outlines.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { type DatumaroAnnotation, datumaroAnnotation } from './entries.ts'

type Geometry = { [Kind in LabelKind]: GeometryOf<Kind> }[LabelKind]
type Read<T> = { value: T; problem?: undefined } | { problem: ProblemFinding }
type Reader = (annotation: DatumaroAnnotation, image: ImageSize, where: string) => Read<Geometry>

const missing = (where: string): Read<Geometry> => ({ problem: { reason: 'geometry-missing', values: { where } } })

const readers: Readonly<Record<string, Reader>> = {
  label: () => ({ value: { kind: 'class' } }),
  bbox({ bbox }, _image, where) {
    if (!bbox) return missing(where)
    const [x, y, width, height] = bbox as [number, number, number, number]
    if (!(width > 0 && height > 0)) return { problem: { reason: 'box-empty', values: { where, width, height } } }
    return { value: { kind: 'box', box: { x, y, width, height } } }
  },
  polygon: ({ points }, image, where) => (points ? shapeOfOutlines([points], image, where) : missing(where)),
  mask({ rle }, image, where) {
    if (!rle) return missing(where)
    const [height, width] = rle.size
    if (image.width > 0 && (width !== image.width || height !== image.height))
      return { problem: { reason: 'mask-size-differs', values: { where, width, height } } }
    const runs = typeof rle.counts === 'string' ? expandRuns(rle.counts) : rle.counts
    const total = runs?.reduce((sum, count) => sum + count, 0)
    if (runs === null || total === undefined || total > width * height)
      return { problem: { reason: 'runs-invalid', values: { where, width, height } } }
    const mask = maskOfColumnRuns(runs, { width, height })
    return mask === null ? { problem: { reason: 'mask-empty', values: { where } } } : { value: { kind: 'mask', mask } }
  },
}

export interface DatumaroShape {
  readonly labelId: number
  readonly shape: Geometry & Omit<LabeledShape, 'labelIndex' | 'kind'>
  readonly order: number
  readonly unread: readonly ProblemFinding[]
}

export function readDatumaroShape(entry: unknown, image: ImageSize, where: string): Read<DatumaroShape> {
  const parsed = datumaroAnnotation.safeParse(entry)
  if (!parsed.success) {
    const values = { where, ...describeIssue(parsed.error, entry, 'entry') }
    return { problem: { reason: 'entry-invalid', values } }
  }
  const { type, label_id: labelId, attributes, group, z_order: order } = parsed.data
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (reader === undefined)
    return { problem: { reason: 'shape-type-unknown', values: { where, type: type.slice(0, 40) } } }
  if (labelId === null || labelId === undefined) return { problem: { reason: 'class-missing', values: { where } } }
  const read = reader(parsed.data, image, where)
  if (read.problem !== undefined) return read
  const { score, rest } = withoutScore(attributes)
  const { values, unread } = readAttributes(rest, where)
  const shape = {
    ...read.value,
    ...(score === undefined ? {} : { score }),
    ...values,
    ...(group ? { group } : {}),
  }
  return { value: { labelId, shape, order: order ?? 0, unread } }
}

/** Predictions store their score as an attribute; false flags (`occluded: false`) are kept as attributes too. */
function withoutScore(attributes: unknown): { score?: number; rest: unknown } {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return { rest: attributes }
  const { score, ...rest } = attributes as Record<string, unknown>
  return typeof score === 'number' && score >= 0 && score <= 1 ? { score, rest } : { rest: attributes }
}
