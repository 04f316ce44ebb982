import { shapeBounds } from '../labels/bounds.ts'
import type { LabelKind } from '../labels/index.ts'
import { areaOf } from './areas/areas.ts'
import type { ImageSize } from './codec.ts'
import type { GeometryOf, LabeledImage, LabeledShape } from './labeled-images.ts'
import type { ProblemFinding } from './problems/problems.ts'

type Geometry = { [Kind in LabelKind]: GeometryOf<Kind> }[LabelKind]

const turns: { [Kind in LabelKind]: (shape: LabeledShape, image: ImageSize) => Geometry | null } = {
  box: (shape) => {
    const box = shapeBounds(shape)
    return box === null || box.width <= 0 || box.height <= 0 ? null : { kind: 'box', box }
  },
  polygon: (shape) => {
    const rings = areaOf(shape)?.rings() ?? rectangleOf(shape)
    return rings === null ? null : { kind: 'polygon', polygon: { rings } }
  },
  mask: (shape, image) => {
    const mask = areaOf(shape)?.mask(image) ?? null
    return mask === null ? null : { kind: 'mask', mask }
  },
  class: () => ({ kind: 'class' }),
}

function rectangleOf(shape: LabeledShape): number[][] | null {
  const box = shapeBounds(shape)
  if (box === null) return null
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  return [[box.x, box.y, right, box.y, right, bottom, box.x, bottom]]
}

/** Converts a shape to a kind that the dataset accepts: itself, else the first possible one. Null when none is. */
export function fitShape(shape: LabeledShape, kinds: readonly LabelKind[], image: ImageSize): LabeledShape | null {
  if (kinds.includes(shape.kind)) return shape
  const { labelIndex, score, attributes, group } = shape
  const fields = {
    labelIndex,
    ...(score === undefined ? {} : { score }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(group === undefined ? {} : { group }),
  }
  for (const kind of kinds) {
    const geometry = turns[kind](shape, image)
    if (geometry !== null) return { ...geometry, ...fields }
  }
  return null
}

interface ReadImage {
  path: string
  shapes: readonly LabeledShape[]
  kinds: readonly LabelKind[] | undefined
  size: ImageSize
  refused: number
}

/** An image all of whose labels are refused stays unlabeled: it must not pass for an image without objects. */
export function acceptShapes({ path, shapes, kinds, size, refused }: ReadImage): {
  accepted: Pick<LabeledImage, 'shapes' | 'unlabeled'>
  problems: ProblemFinding[]
} {
  const fitted = fitShapes(shapes, kinds, size)
  const isLost = fitted.shapes.length === 0 && refused + fitted.leftOut > 0
  const problems: ProblemFinding[] = []
  if (fitted.leftOut > 0) problems.push({ reason: 'kind-not-taken', values: { path, count: fitted.leftOut } })
  if (fitted.hasRectangles) problems.push({ reason: 'boxes-as-rectangles', values: { path } })
  return { accepted: { shapes: fitted.shapes, ...(isLost ? { unlabeled: true } : {}) }, problems }
}

function fitShapes(
  shapes: readonly LabeledShape[],
  kinds: readonly LabelKind[] | undefined,
  image: ImageSize,
): { shapes: LabeledShape[]; leftOut: number; hasRectangles: boolean } {
  if (kinds === undefined || shapes.every(({ kind }) => kinds.includes(kind)))
    return { shapes: [...shapes], leftOut: 0, hasRectangles: false }
  const classes = new Set<number>()
  let leftOut = 0
  let hasRectangles = false
  const fitted = shapes.flatMap((shape) => {
    const one = fitShape(shape, kinds, image)
    if (one === null) {
      leftOut += 1
      return []
    }
    if (shape.kind === 'box' && one.kind === 'polygon') hasRectangles = true
    if (one.kind === 'class') {
      if (classes.has(one.labelIndex)) return []
      classes.add(one.labelIndex)
    }
    return [one]
  })
  return { shapes: fitted, leftOut, hasRectangles }
}
