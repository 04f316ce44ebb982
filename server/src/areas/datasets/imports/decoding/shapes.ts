import type { LabeledShapeOf, LabeledShape } from '@vermilion/contract/formats/labeled-images'
import { frameOf, type Frame, type Orientation } from '@vermilion/contract/formats/frames/frame'
import { turnBox, turnMask, turnRing } from '@vermilion/contract/formats/frames/turn'
import { boxArea, boxWithin } from '@vermilion/contract/labels/box'
import type { Text } from '@vermilion/contract/kernel/text'
import type { LabelKind, Shape } from '@vermilion/contract/labels/index'
import { newId } from '#platform/ids'
import { attributesFor, type Taker } from './attributes.ts'
import { clipRing } from './clip-ring.ts'

export const maxReasons = 1_000

interface Size {
  readonly width: number
  readonly height: number
}

interface Fitting extends Size {
  readonly frame: Frame
}

const fitters: { readonly [Kind in LabelKind]: (shape: LabeledShapeOf<Kind>, fitting: Fitting) => Geometry | null } = {
  box({ kind, box: own }, { frame: { turn, size, scaleX, scaleY }, ...picture }) {
    const { x, y, width, height } = turnBox(own, turn, size)
    const scaled = { x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY }
    const box = boxWithin(scaled, picture)
    return box && { kind, box }
  },
  polygon({ kind, polygon }, { frame: { turn, size, scaleX, scaleY }, ...picture }) {
    const scaled = polygon.rings.map((ring) =>
      turnRing(ring, turn, size).map((value, at) => value * (at % 2 === 0 ? scaleX : scaleY)),
    )
    const rings = scaled.flatMap((ring) => [clipRing(ring, picture) ?? []]).filter(({ length }) => length > 0)
    return rings.length === 0 ? null : { kind, polygon: { rings } }
  },
  /** Masks are not scaled: without their own size the intended pixels are unknown. */
  mask({ kind, mask: own }, { frame: { turn, size, scaleX, scaleY }, width, height }) {
    if (scaleX !== 1 || scaleY !== 1 || own.x + own.width > size.width || own.y + own.height > size.height) return null
    const mask = turnMask(own, turn, size)
    return mask.x + mask.width <= width && mask.y + mask.height <= height ? { kind, mask } : null
  },
  class: ({ kind }) => ({ kind }),
}

type Geometry = Shape extends infer Of
  ? Of extends Shape
    ? Omit<Of, 'id' | 'labelId' | 'source' | 'origin' | 'score' | 'attributes'>
    : never
  : never

function fitted<Kind extends LabelKind>(shape: LabeledShapeOf<Kind> & { kind: Kind }, to: Fitting): Geometry | null {
  return fitters[shape.kind](shape, to)
}

/**
 * Shapes are turned upright, clipped, and scaled when the files use another size. Classes without a label are skipped.
 * `unfit` counts invalid shapes, `cut` those mostly outside; `leftOut` lists dropped attributes.
 */
export function shapesFor(
  image: Size & { readonly shapes: readonly LabeledShape[] },
  item: Size,
  takers: readonly (Taker | null)[],
  orientation: Orientation = 1,
): { shapes: Shape[]; unfit: number; cut: number; leftOut: Text[]; frame: Frame } {
  const upright = { width: item.width, height: item.height }
  const stated = { width: image.width, height: image.height }
  const frame = frameOf({ stated, shapes: image.shapes, upright }, orientation)
  const fitting = { ...upright, frame }
  const shapes: Shape[] = []
  const classes = new Set<string>()
  const leftOut = new Map<string, Text>()
  const leave = (reason: Text) => {
    if (leftOut.size < maxReasons) leftOut.set(reason.en, reason)
  }
  let [unfit, cut] = [0, 0]
  for (const shape of image.shapes) {
    const taker = takers[shape.labelIndex] ?? null
    if (taker === null) continue
    const geometry = fitted(shape, fitting)
    if (geometry === null) {
      unfit += 1
      continue
    }
    if (isMostlyCut(shape, geometry, frame)) cut += 1
    const id = wholeImage[geometry.kind] ? `class:${taker.id}` : newId()
    if (classes.has(id)) continue
    classes.add(id)
    const { score } = shape
    const attributes = attributesFor(shape, taker, leave)
    const fields = { id, labelId: taker.id, source: 'import', ...(score === undefined ? {} : { score }) } as const
    shapes.push({ ...geometry, ...fields, ...(attributes === undefined ? {} : { attributes }) })
  }
  return { shapes, unfit, cut, leftOut: [...leftOut.values()], frame }
}

function isMostlyCut(shape: LabeledShape, geometry: Geometry, { scaleX, scaleY }: Frame): boolean {
  if (!('box' in shape && 'box' in geometry)) return false
  return boxArea(geometry.box) < (boxArea(shape.box) * scaleX * scaleY) / 2
}

/** True for kinds with at most one shape per label and image. */
const wholeImage: Readonly<Record<LabelKind, boolean>> = { box: false, polygon: false, mask: false, class: true }

export function merged(existing: readonly Shape[], coming: readonly Shape[]): Shape[] {
  const current = new Set(existing.map(formOf))
  return [...existing, ...coming.filter((shape) => !current.has(formOf(shape)))]
}

function formOf({
  id: _id,
  source: _source,
  origin: _origin,
  score: _score,
  attributes: _attributes,
  ...form
}: Shape): string {
  return JSON.stringify(form, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}
