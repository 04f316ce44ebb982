import type { ImportedAttribute } from '@vermilion/contract/datasets/imports'
import { attributeRules, type LabelAttribute } from '@vermilion/contract/labels/dataset-labels'

export interface AttributeOutcome {
  /** `unknown`: the target label has no such attribute. */
  kind: 'read' | 'some' | 'atLeast' | 'none' | 'unknown'
  /** The minimum number of values that fit, and the total. */
  read: number
  all: number
}

export function outcomeOf(
  { name, numbers, flags, texts, more }: ImportedAttribute,
  attributes: readonly LabelAttribute[],
): AttributeOutcome {
  const all = numbers + flags + more + texts.reduce((sum, { count }) => sum + count, 0)
  const attribute = attributes.find((one) => one.name === name)
  if (attribute === undefined) return { kind: 'unknown', read: 0, all }
  const { type, options = [] } = attribute
  const { fits, hasOptions } = attributeRules[type]
  const values = [
    { value: 0, count: numbers },
    { value: true, count: flags },
    ...texts.map(({ text: value, count }) => ({ value, count })),
    // Further values are counted, but only known to be texts.
    ...(hasOptions ? [] : [{ value: '', count: more }]),
  ]
  const read = values.reduce((sum, { value, count }) => (count > 0 && fits(value, options) ? sum + count : sum), 0)
  if (hasOptions && more > 0) return { kind: 'atLeast', read, all }
  return { kind: read === all ? 'read' : read === 0 ? 'none' : 'some', read, all }
}
