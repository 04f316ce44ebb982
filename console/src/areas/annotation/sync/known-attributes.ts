import type { AnnotationSave } from '@vermilion/contract/annotation'
import type { Label } from '@vermilion/contract/dataset-labels'

type Shapes = AnnotationSave['shapes']

/** Shapes without what is said of them by attributes that no label has any more. */
export function withAttributesOf(labels: readonly Pick<Label, 'attributes'>[], shapes: Shapes): Shapes {
  const known = new Set(labels.flatMap(({ attributes }) => attributes.map(({ id }) => id)))
  return shapes.map((shape) => {
    if (shape.attributes === undefined) return shape
    const said = Object.entries(shape.attributes)
    const left = said.filter(([id]) => known.has(id))
    return left.length === said.length ? shape : { ...shape, attributes: Object.fromEntries(left) }
  })
}
