import { type FormField, fieldsOf, isAsked } from '@vermilion/contract/kernel/form'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import type { z } from 'zod'
import { NumberInput } from './number-input.tsx'
import { SecretField, type StoredSecret } from './secret-field.tsx'

export interface FieldWords {
  readonly label: string
  readonly hint?: string | undefined
  readonly rule: string
  readonly options?: Readonly<Record<string, string>>
}

interface SchemaFieldsProps {
  schema: z.ZodObject
  words: (field: FormField) => FieldWords
  /** The path of the values in the form: `settings.url`. */
  under: string
  stored?: StoredSecret
  /** Shows only some of the fields. */
  only?: (field: FormField) => boolean
}

export function SchemaFields({ schema, words, under, stored = 'none', only = () => true }: SchemaFieldsProps) {
  const values = Form.useWatch<Record<string, unknown> | undefined>(under) ?? {}
  const fields = fieldsOf(schema)
  const current = { ...defaultsOf(schema), ...values }
  return fields
    .filter((field) => only(field) && isAsked(field, current))
    .map((field) => <SchemaField key={field.name} field={field} words={words(field)} under={under} stored={stored} />)
}

export function defaultsOf(schema: z.ZodObject): Record<string, unknown> {
  const fieldsWithDefault = fieldsOf(schema).filter((field) => field.default !== undefined)
  return Object.fromEntries(fieldsWithDefault.map((field) => [field.name, field.default]))
}

interface SchemaFieldProps {
  field: FormField
  words: FieldWords
  under: string
  stored: StoredSecret
}

function SchemaField({ field, words, under, stored }: SchemaFieldProps) {
  const { label, hint, rule } = words
  const isSwitch = field.control === 'switch'
  return (
    <Form.Item
      name={[under, field.name]}
      label={label}
      extra={hint}
      required={field.required}
      rules={[{ validator: (_, value: unknown) => check(field, value, stored, rule) }]}
      {...(isSwitch ? { valuePropName: 'checked', layout: 'horizontal', colon: false } : {})}
    >
      {controlOf(field, words, stored)}
    </Form.Item>
  )
}

function check(field: FormField, value: unknown, stored: StoredSecret, message: string): Promise<void> {
  return fits(field, value, stored) ? Promise.resolve() : Promise.reject(new Error(message))
}

function fits(field: FormField, value: unknown, stored: StoredSecret): boolean {
  const isEmpty = value === undefined || value === null || value === ''
  if (!isEmpty) return field.schema.safeParse(value).success
  if (field.control !== 'secret' || stored === 'none' || value === '') return !field.required && value !== ''
  // An empty field keeps the stored secret, unless the secret would go to another address.
  return value === null ? !field.required : stored === 'kept'
}

function controlOf(field: FormField, { options = {} }: FieldWords, stored: StoredSecret) {
  const { control, placeholder, minimum, maximum, required, hasLines } = field
  const hinted = placeholder === undefined ? {} : { placeholder }
  if (control === 'switch') return <Switch />
  if (control === 'secret') return <SecretField stored={stored} removable={!required} hasLines={hasLines} />
  if (control === 'number') return <NumberInput {...hinted} {...limits(minimum, maximum)} />
  if (control === 'select')
    return <Select options={field.options.map((value) => ({ value, label: options[value] ?? value }))} />
  const spelled = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false }
  if (hasLines) return <TextArea {...hinted} {...spelled} autoSize={{ minRows: 3, maxRows: 12 }} />
  return <Input {...hinted} {...spelled} {...(control === 'url' ? { inputMode: 'url' } : {})} />
}

function limits(minimum: number | undefined, maximum: number | undefined) {
  return { ...(minimum === undefined ? {} : { min: minimum }), ...(maximum === undefined ? {} : { max: maximum }) }
}
