import { z } from 'zod'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export interface Row {
  readonly path: string
  readonly type: string
  /** The placeholders `{characters}` and `{items}` stand for units. */
  readonly limits: string
  readonly required: boolean
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}

export function rowsOf(schema: JsonSchema, path = '', required = true): Row[] {
  const { real, isNullable } = withoutNull(schema)
  const own: Row = { path, type: typeOf(real) + (isNullable ? ' | null' : ''), limits: limitsOf(real), required }
  const below = rowsBelowOnly(schema, path)
  return path === '' && below.length > 0 ? below : [own, ...below]
}

function rowsBelow(schema: JsonSchema, path: string): Row[] {
  const { properties = {}, required = [], items, additionalProperties } = schema
  const fields = Object.entries(properties).flatMap(([name, property]) =>
    rowsOf(property, path === '' ? name : `${path}.${name}`, required.includes(name)),
  )
  const inList = items === undefined ? [] : rowsBelowOnly(items, `${path}[]`)
  const inRecord = typeof additionalProperties === 'object' ? rowsBelowOnly(additionalProperties, `${path}.*`) : []
  return [...fields, ...inList, ...inRecord]
}

/** Rows below a schema, without its own: its type stands with the list. */
function rowsBelowOnly(schema: JsonSchema, path: string): Row[] {
  const { real } = withoutNull(schema)
  return [...rowsBelow(real, path), ...variants(real).flatMap((variant) => rowsOfVariant(variant, path))]
}

/** The fields of one variant, named after its discriminator: `{chat}.settings.url`. */
function rowsOfVariant(schema: JsonSchema, path: string): Row[] {
  const mark = Object.values(schema.properties ?? {}).find((property) => property.const !== undefined)?.const
  return rowsBelow(schema, `${path}{${mark === undefined ? '' : String(mark)}}`)
}

function variants({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return (oneOf ?? anyOf ?? []).filter((variant) => variant.properties !== undefined)
}

export function withoutNull(schema: JsonSchema): { real: JsonSchema; isNullable: boolean } {
  const { anyOf } = schema
  if (anyOf === undefined) return { real: schema, isNullable: false }
  const others = anyOf.filter(({ type }) => type !== 'null')
  const isNullable = others.length < anyOf.length
  const [first] = others
  return { real: others.length === 1 && first !== undefined ? first : { ...schema, anyOf: others }, isNullable }
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several !== undefined) return [...new Set(several.map((one) => typeOf(withoutNull(one).real)))].join(' | ')
  if (schema.type === 'array')
    return `${schema.items === undefined ? '' : bracketed(typeOf(withoutNull(schema.items).real))}[]`
  if (typeof schema.additionalProperties === 'object') return `{ [name]: ${typeOf(schema.additionalProperties)} }`
  return [schema.type ?? 'any'].flat().join(' | ')
}

function bracketed(type: string): string {
  return type.includes(' | ') ? `(${type})` : type
}

function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, format, default: initial } = schema
  const limits = [
    format === undefined ? '' : format,
    between(minimum, isLimit(maximum) ? maximum : undefined),
    between(minLength, maxLength, ' {characters}'),
    maxItems === undefined ? '' : `≤ ${maxItems} {items}`,
    schema.pattern !== undefined && format === undefined ? schema.pattern : '',
    initial === undefined ? '' : `= ${JSON.stringify(initial)}`,
  ]
  return limits.filter((part) => part !== '').join(' · ')
}

/** Ignores the limit of all safe integers, which says nothing. */
function isLimit(maximum: number | undefined): boolean {
  return maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
}

function between(from: number | undefined, to: number | undefined, unit = ''): string {
  if (from === undefined || from < -Number.MAX_SAFE_INTEGER) return to === undefined ? '' : `≤ ${to}${unit}`
  return to === undefined ? (from === -Number.MAX_SAFE_INTEGER ? '' : `≥ ${from}${unit}`) : `${from}–${to}${unit}`
}
