import type { LabelKind } from '../../labels/index.ts'
import { expandRuns, maskOfColumnRuns } from '../../labels/column-runs.ts'
import type { Box } from '../../labels/box.ts'
import { readAttributes } from '../attributes.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf, LabeledShape } from '../labeled-images.ts'
import { polygonProblem, shapeOfOutlines } from '../areas/outlines.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import type { CocoAnnotation, CocoRuns, Read } from './entries.ts'

type Geometry = { [Kind in LabelKind]: GeometryOf<Kind> }[LabelKind]

/** The annotation's outline or mask if the caller accepts these kinds, else its box. */
export function readShape(
  annotation: CocoAnnotation,
  labelIndex: number,
  image: ImageSize,
  where: string,
  kinds: readonly LabelKind[] | undefined,
): Read<LabeledShape> & { notes?: ProblemFinding[] } {
  const { iscrowd, bbox, segmentation, score, attributes, group, unread: broken } = annotation
  const takesAreas = kinds === undefined || kinds.includes('polygon') || kinds.includes('mask')
  const hasOutline = Array.isArray(segmentation) ? segmentation.length > 0 : segmentation !== null
  if (Boolean(iscrowd) && (!takesAreas || !hasOutline))
    return { problem: { reason: 'crowd-left-out', values: { where } } }
  const hasBox = bbox !== null && bbox.length > 0
  // A broken outline is not replaced by the box: the kinds differ.
  const [first] = broken
  if (first !== undefined && !hasOutline && (takesAreas || !hasBox))
    return { problem: { ...first, reason: 'entry-invalid' } }
  const read = hasOutline && (takesAreas || !hasBox) ? readArea(annotation, image, where) : readBox(bbox, where)
  if (read.problem !== undefined) return read
  const isScore = typeof score === 'number' && score >= 0 && score <= 1
  const { values, unread } = readAttributes(attributes, where)
  const shape = {
    ...read.value,
    labelIndex,
    ...(isScore ? { score } : {}),
    ...values,
    ...(group === undefined ? {} : { group }),
  }
  const notes: ProblemFinding[] = [...broken, ...unread]
  if (score !== undefined && score !== null && !isScore)
    notes.push({ reason: 'score-invalid', values: { where, score: String(score).slice(0, 40) } })
  return { value: shape, notes }
}

function readBox(bbox: readonly number[] | null, where: string): Read<Geometry> {
  if (bbox === null) return { problem: { reason: 'geometry-missing', values: { where } } }
  if (bbox.length !== 4) {
    return {
      problem: { reason: 'entry-invalid', values: { where, field: 'bbox', detail: `${bbox.length} numbers, not 4` } },
    }
  }
  const [x, y, width, height] = bbox as [number, number, number, number]
  if (width <= 0 || height <= 0) return { problem: { reason: 'box-empty', values: { where, width, height } } }
  const box: Box = { x, y, width, height }
  return { value: { kind: 'box', box } }
}

function readArea(annotation: CocoAnnotation, image: ImageSize, where: string): Read<Geometry> {
  const { segmentation, rings } = annotation
  if (rings !== undefined && rings.every((points) => polygonProblem(points) === null)) {
    return { value: { kind: 'polygon', polygon: { rings } } }
  }
  if (Array.isArray(segmentation)) return shapeOfOutlines(segmentation, image, where)
  return readRuns(segmentation as CocoRuns, image, where)
}

function readRuns({ size, counts }: CocoRuns, image: ImageSize, where: string): Read<Geometry> {
  const [height, width] = size
  if (image.width > 0 && (height !== image.height || width !== image.width)) {
    return { problem: { reason: 'mask-size-differs', values: { where, width, height } } }
  }
  const runs = typeof counts === 'string' ? expandRuns(counts) : counts
  const total = runs?.reduce((sum, count) => sum + count, 0)
  // Some writers omit the trailing run of outside pixels.
  if (runs === null || total === undefined || total > width * height) {
    return { problem: { reason: 'runs-invalid', values: { where, width, height } } }
  }
  const mask = maskOfColumnRuns(runs, { width, height })
  return mask === null ? { problem: { reason: 'mask-empty', values: { where } } } : { value: { kind: 'mask', mask } }
}
