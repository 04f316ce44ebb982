import { z } from 'zod'
import { colour, count, id } from '../kernel/fields.ts'
import { attributeValue, type LabelKind } from './index.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const labelTypes = ['target-detection', 'picture-classification', 'semantic-segmentation'] as const
export type LabelType = (typeof labelTypes)[number]

/** Shape kinds by label type; the first is the default tool's. */
export const labelKinds = {
  'target-detection': ['box'],
  'picture-classification': ['class'],
  'semantic-segmentation': ['polygon', 'mask'],
} as const satisfies Record<LabelType, readonly LabelKind[]>

export const maxLabels = 1_000

export const attributeTypes = ['select', 'text', 'number', 'checkbox'] as const
export type AttributeType = (typeof attributeTypes)[number]
export type AttributeValue = z.output<typeof attributeValue>

interface AttributeRule {
  readonly hasOptions: boolean
  fits(value: AttributeValue, options: readonly string[]): boolean
}

export const attributeRules: Readonly<Record<AttributeType, AttributeRule>> = {
  select: { hasOptions: true, fits: (value, options) => typeof value === 'string' && options.includes(value) },
  text: { hasOptions: false, fits: (value) => typeof value === 'string' },
  number: { hasOptions: false, fits: (value) => typeof value === 'number' },
  checkbox: { hasOptions: false, fits: (value) => typeof value === 'boolean' },
}

const attributeFields = z.object({
  id,
  name: z.string().trim().min(1).max(100),
  type: z.enum(attributeTypes),
  options: z.array(z.string().trim().min(1).max(100)).max(200).optional(),
  default: attributeValue.optional(),
})
export type LabelAttribute = z.output<typeof attributeFields>

function checkAttribute({ value, issues }: z.core.ParsePayload<Omit<LabelAttribute, 'id'>>): void {
  const { type, options = [], default: defaultValue } = value
  const refuse = (path: string, message: string) => issues.push({ code: 'custom', input: value, path: [path], message })
  const { hasOptions, fits } = attributeRules[type]
  if (hasOptions && options.length === 0)
    refuse('options', schemaMessage('there is nothing to choose from', '没有可选项'))
  if (new Set(options).size < options.length) refuse('options', schemaMessage('an option occurs twice', '选项重复'))
  if (defaultValue !== undefined && !fits(defaultValue, options))
    refuse('default', schemaMessage('it is not one of the values that it can have', '不是允许的取值'))
}

/** An attribute of shapes. Its id is the key in the shape's `attributes`. */
export const labelAttribute = attributeFields.check(checkAttribute)

const maxNameLength = 100

export const labelNameOf = (text: string): string => text.trim().slice(0, maxNameLength).trim() || '?'

const shortcut = z.string().min(1).max(20)

/** A class of a dataset. `index` never changes, even when other labels are renamed or deleted. */
export const label = z.object({
  id,
  index: count,
  name: z.string().trim().min(1).max(maxNameLength),
  colour,
  shortcut: shortcut.nullable(),
  attributes: z.array(labelAttribute),
  /** Deleted or merged: its shapes are still being changed, after which the label is removed. */
  leaving: z.boolean(),
})
export type Label = z.output<typeof label>

/** With an existing label's id, or none for a new one. Omitted fields stay; attributes keep values by id. */
export const labelInput = label.pick({ name: true }).extend({
  id: id.optional(),
  colour: colour.optional(),
  shortcut: shortcut.nullable().optional(),
  attributes: z
    .array(attributeFields.partial({ id: true }).check(checkAttribute))
    .max(50)
    .optional(),
})

export const labelEnd = z.union([z.object({ move: id }), z.literal('delete')])

export const labelsChange = z.object({
  labels: z.array(labelInput).max(maxLabels),
  deleted: z.record(id, labelEnd).default({}),
})

export const labelsMerge = z.object({ from: z.array(id).min(1).max(maxLabels), to: id })
