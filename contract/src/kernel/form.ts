import { z } from 'zod'

/** Form metadata of a field beside its validation, stored in the schema's `meta` with JSON Schema's keys where they exist. */
export interface FieldHints {
  readonly examples?: readonly string[]
  readonly writeOnly?: true
  /** Required on creation; updates may omit it. */
  readonly 'x-required'?: true
  /** Text of several lines. */
  readonly 'x-lines'?: true
  readonly 'x-when'?: Readonly<Record<string, readonly string[]>>
}

export const hinted = <Schema extends z.ZodType>(schema: Schema, hints: FieldHints) => schema.meta({ ...hints })

export type FieldControl = 'text' | 'url' | 'number' | 'secret' | 'select' | 'switch'

export interface FormField {
  readonly name: string
  readonly control: FieldControl
  readonly required: boolean
  readonly hasLines: boolean
  readonly default: unknown
  readonly placeholder: string | undefined
  readonly options: readonly string[]
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly when: Readonly<Record<string, readonly string[]>>
  readonly schema: z.ZodType
}

export function fieldsOf(object: z.ZodObject): FormField[] {
  return Object.entries(object.shape).map(([name, schema]) => fieldOf(name, schema as z.ZodType))
}

export function isAsked({ when }: FormField, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(when).every(([name, allowed]) => allowed.includes(String(values[name])))
}

function fieldOf(name: string, schema: z.ZodType): FormField {
  const inner = innermost(schema)
  const hints = (inner.meta() ?? {}) as FieldHints
  const isNumber = inner instanceof z.ZodNumber
  return {
    name,
    control: controlOf(inner, hints),
    required: hints['x-required'] ?? !schema.safeParse(undefined).success,
    hasLines: hints['x-lines'] ?? false,
    default: schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined,
    placeholder: hints.examples?.[0],
    options: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
    minimum: isNumber ? (inner.minValue ?? undefined) : undefined,
    maximum: isNumber ? (inner.maxValue ?? undefined) : undefined,
    when: hints['x-when'] ?? {},
    schema,
  }
}

function innermost(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? innermost(schema.def.innerType as z.ZodType)
    : schema
}

function controlOf(schema: z.ZodType, hints: FieldHints): FieldControl {
  if (hints.writeOnly === true) return 'secret'
  if (schema instanceof z.ZodBoolean) return 'switch'
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodEnum) return 'select'
  return schema.meta()?.['format'] === 'uri' ? 'url' : 'text'
}
