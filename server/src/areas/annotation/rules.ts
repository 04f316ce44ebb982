import type { AttributeType, Label, LabelType } from '@vermilion/contract/labels/dataset-labels'
import { attributeRules, labelKinds } from '@vermilion/contract/labels/dataset-labels'
import { type ErrorName, fail } from '@vermilion/contract/kernel/errors'
import type { LabelKind, Shape } from '@vermilion/contract/labels/index'
import { wholeImage } from '@vermilion/contract/labels/whole-image'

type RuledLabel = Pick<Label, 'id' | 'name' | 'attributes'>

interface Saved {
  readonly dataset: { readonly labelType: LabelType; readonly labels: readonly RuledLabel[] }
  readonly existing: readonly Shape[]
}

type Value = NonNullable<Shape['attributes']>[string]

const unfitValues = {
  select: 'annotation.attribute-not-chosen',
  text: 'annotation.attribute-not-text',
  number: 'annotation.attribute-not-number',
  checkbox: 'annotation.attribute-not-yes-or-no',
} as const satisfies Record<AttributeType, ErrorName>

const idsByLabel: { readonly [Kind in LabelKind]?: (labelId: string) => string } = {
  class: (labelId) => wholeImage(labelId).id,
}

const maxOptions = 20

/** A relabeled shape keeps its attributes, and existing shapes may stay even when labels have changed. */
export function requireFitting(shapes: readonly Shape[], { dataset, existing }: Saved): void {
  const kinds: readonly LabelKind[] = labelKinds[dataset.labelType]
  const labels = new Map(dataset.labels.map((label) => [label.id, label]))
  const attributes = new Map(dataset.labels.flatMap((label) => label.attributes.map((one) => [one.id, { label, one }])))
  const shapesThere = once(() => existing.map(({ id, kind }) => `${kind} ${id}`))
  const valuesThere = once(() =>
    existing.flatMap(({ attributes: message = {} }) => Object.entries(message).map(([id, value]) => keyOf(id, value))),
  )

  function requireKind({ id, kind, labelId }: Shape): void {
    const idByLabel = idsByLabel[kind]?.(labelId) ?? id
    if (kinds.includes(kind) && id === idByLabel) return
    if (shapesThere().has(`${kind} ${id}`)) return
    if (!kinds.includes(kind)) throw fail('annotation.kind-unfit', { shape: id, kind, kinds: kinds.join(', ') })
    throw fail('request.invalid', { detail: `shapes: the id of the ${kind} ${id} has to be ${idByLabel}` })
  }

  function requireValue(shape: Shape, { name: label }: RuledLabel, id: string, value: Value): void {
    const request = attributes.get(id)
    if (request !== undefined && attributeRules[request.one.type].fits(value, request.one.options ?? [])) return
    if (valuesThere().has(keyOf(id, value))) return
    if (request === undefined) throw fail('annotation.attribute-unknown', { attribute: id, shape: shape.id, label })
    const { name: attribute, type, options = [] } = request.one
    const listed = [...options.slice(0, maxOptions), ...(options.length > maxOptions ? ['…'] : [])].join(', ')
    throw fail(unfitValues[type], { attribute, label: request.label.name, value: String(value), options: listed })
  }

  for (const shape of shapes) {
    const label = labels.get(shape.labelId)
    if (label === undefined) throw fail('dataset.label-not-found', { id: shape.labelId })
    requireKind(shape)
    for (const [id, value] of Object.entries(shape.attributes ?? {})) requireValue(shape, label, id, value)
  }
}

const keyOf = (id: string, value: Value) => JSON.stringify([id, value])

/** A set built on first use: it is seldom needed, and an image may have very many shapes. */
function once(list: () => readonly string[]): () => ReadonlySet<string> {
  let made: ReadonlySet<string> | null = null
  return () => (made ??= new Set(list()))
}
