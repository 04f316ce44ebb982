import type { Label } from './dataset-labels.ts'
import type { Shape } from './index.ts'

/** Replacement labels by label id; null deletes the shape with its label. */
export type LabelMoves = ReadonlyMap<string, { from: Label; to: Label | null }>

/** Attributes are mapped by name; those unknown to the new label stay. Equal image-level classes are merged. */
export function relabeled(shapes: readonly Shape[], moves: LabelMoves): Shape[] {
  const merged = new Map<string, Shape>()
  for (const shape of shapes) {
    const move = moves.get(shape.labelId)
    if (move?.to === null) continue
    const moved = move === undefined ? shape : withLabel(shape, move.from, move.to)
    const other = merged.get(moved.id)
    const [first, second] = move === undefined ? [moved, other] : [other, moved]
    merged.set(moved.id, first === undefined || second === undefined ? moved : together(first, second))
  }
  return [...merged.values()]
}

function withLabel(shape: Shape, from: Label, to: Label): Shape {
  const { attributes } = shape
  const id = shape.id === wholeImageId(from.id) ? wholeImageId(to.id) : shape.id
  return {
    ...shape,
    id,
    labelId: to.id,
    ...(attributes === undefined ? {} : { attributes: followed(attributes, from, to) }),
  }
}

type Values = NonNullable<Shape['attributes']>

function followed(values: Values, from: Label, to: Label): Values {
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const definition = from.attributes.find((attribute) => attribute.id === id)
      const heir = to.attributes.find(({ name, type }) => name === definition?.name && type === definition.type)
      return [heir?.id ?? id, value]
    }),
  )
}

function together(one: Shape, other: Shape): Shape {
  if (one.attributes === undefined && other.attributes === undefined) return one
  return { ...one, attributes: { ...other.attributes, ...one.attributes } }
}

const wholeImageId = (labelId: string) => `class:${labelId}`
