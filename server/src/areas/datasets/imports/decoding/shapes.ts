import type { LabeledShapeOf, LabeledShape } from '@vermilion/contract/formats/labeled-images'
import { boxWithin } from '@vermilion/contract/labels/box'
import type { Text } from '@vermilion/contract/kernel/text'
import type { LabelKind, Shape } from '@vermilion/contract/labels/index'
import { newId } from '#platform/ids'
import { attributesFor, type Taker } from './attributes.ts'
import { clipRing } from './clip-ring.ts'

/** What is left out of attributes, once for each label and attribute; files may name any number of them. */
export const mostReasons = 1_000

interface Size {
  readonly width: number
  readonly height: number
}

/** What a shape needs to know of its picture, and of the size that the files measured it in. */
interface Frame extends Size {
  readonly scaleX: number
  readonly scaleY: number
}

/** What becomes of each kind in a picture of another size; null where nothing of it lies inside. */
const fitters: { readonly [Kind in LabelKind]: (shape: LabeledShapeOf<Kind>, frame: Frame) => Geometry | null } = {
  box({ kind, box: { x, y, width, height } }, frame) {
    const { scaleX, scaleY } = frame
    const scaled = { x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY }
    const box = boxWithin(scaled, frame)
    return box && { kind, box }
  },
  polygon({ kind, polygon }, { width, height, scaleX, scaleY }) {
    const scaled = polygon.rings.map((ring) => ring.map((value, at) => value * (at % 2 === 0 ? scaleX : scaleY)))
    const rings = scaled.flatMap((ring) => [clipRing(ring, { width, height }) ?? []]).filter(({ length }) => length > 0)
    return rings.length === 0 ? null : { kind, polygon: { rings } }
  },
  /** Pixels are not scaled: without their own size nobody knows which are meant. */
  mask({ kind, mask }, { width, height, scaleX, scaleY }) {
    const fits = mask.x + mask.width <= width && mask.y + mask.height <= height
    return fits && scaleX === 1 && scaleY === 1 ? { kind, mask } : null
  },
  class: ({ kind }) => ({ kind }),
}

type Geometry = Shape extends infer Of
  ? Of extends Shape
    ? Omit<Of, 'id' | 'labelId' | 'source' | 'origin' | 'score' | 'attributes'>
    : never
  : never

function fitted<Kind extends LabelKind>(shape: LabeledShapeOf<Kind> & { kind: Kind }, frame: Frame): Geometry | null {
  return fitters[shape.kind](shape, frame)
}

/**
 * The shapes of an image of files as those of an item: cut to the picture, and scaled where the files speak of it in
 * another size. Of classes without a label nothing is taken. `unfit` counts what cannot be; `leftOut` says what of the
 * attributes is not taken.
 */
export function shapesFor(
  image: Size & { readonly shapes: readonly LabeledShape[] },
  item: Size,
  takers: readonly (Taker | null)[],
): { shapes: Shape[]; unfit: number; leftOut: Text[] } {
  // Files that say no size measure in the image's own pixels.
  const [scaleX, scaleY] = image.width > 0 ? [item.width / image.width, item.height / image.height] : [1, 1]
  const frame = { ...item, scaleX, scaleY }
  const shapes: Shape[] = []
  const classes = new Set<string>()
  const leftOut = new Map<string, Text>()
  const leave = (reason: Text) => {
    if (leftOut.size < mostReasons) leftOut.set(reason.en, reason)
  }
  let unfit = 0
  for (const shape of image.shapes) {
    const taker = takers[shape.labelIndex] ?? null
    if (taker === null) continue
    const geometry = fitted(shape, frame)
    if (geometry === null) {
      unfit += 1
      continue
    }
    const id = wholeImage[geometry.kind] ? `class:${taker.id}` : newId()
    if (classes.has(id)) continue
    classes.add(id)
    const { score } = shape
    const attributes = attributesFor(shape, taker, leave)
    const fields = { id, labelId: taker.id, source: 'import', ...(score === undefined ? {} : { score }) } as const
    shapes.push({ ...geometry, ...fields, ...(attributes === undefined ? {} : { attributes }) })
  }
  return { shapes, unfit, leftOut: [...leftOut.values()] }
}

/** Kinds of which an image has at most one shape a label. */
const wholeImage: Readonly<Record<LabelKind, boolean>> = { box: false, polygon: false, mask: false, class: true }

/** Shapes beside those that an image has already: what is there in the very same form is not added again. */
export function merged(existing: readonly Shape[], coming: readonly Shape[]): Shape[] {
  const current = new Set(existing.map(formOf))
  return [...existing, ...coming.filter((shape) => !current.has(formOf(shape)))]
}

/** What a shape is, whoever made it when; properties in one order. */
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
