import type { AnnotationSave } from '@vermilion/contract/annotation'
import { attributeRules, type AttributeValue, type Label } from '@vermilion/contract/labels/dataset-labels'

type Shapes = AnnotationSave['shapes']
type Described = readonly Pick<Shapes[number], 'attributes'>[]
export type Labels = readonly Pick<Label, 'attributes'>[]

interface Fitted<Some> {
  shapes: Some
  left: number
}

export function fittingAttributes<Some extends Described>(
  labels: Labels,
  shapes: Some,
  stored: Described,
): Fitted<Some> {
  const attributesById = new Map(labels.flatMap(({ attributes }) => attributes.map((one) => [one.id, one] as const)))
  let there: Set<string> | null = null
  const stands = (key: string): boolean => {
    there ??= new Set(
      stored.flatMap(({ attributes = {} }) => Object.entries(attributes).map(([id, value]) => keyOf(id, value))),
    )
    return there.has(key)
  }
  let left = 0
  const fitted = shapes.map((shape) => {
    if (shape.attributes === undefined) return shape
    const values = Object.entries(shape.attributes)
    const fittingValues = values.filter(([id, value]) => {
      const one = attributesById.get(id)
      return (one && attributeRules[one.type].fits(value, one.options ?? [])) || stands(keyOf(id, value))
    })
    if (fittingValues.length === values.length) return shape
    left += values.length - fittingValues.length
    return { ...shape, attributes: Object.fromEntries(fittingValues) }
  })
  return left === 0 ? { shapes, left } : { shapes: fitted as unknown as Some, left }
}

const keyOf = (id: string, value: AttributeValue) => JSON.stringify([id, value])
