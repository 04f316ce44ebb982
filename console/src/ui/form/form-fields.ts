import { awayErrors } from '@vermilion/contract/kernel/errors/request-errors'
import type { FormInstance } from 'antd/es/form'
import { flushSync } from 'react-dom'
import { ApiError } from '#lib/api.ts'
import type { FailureName } from '#lib/http/client.ts'

type FieldPath<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

export type FieldOf<Values> = Partial<
  Record<FailureName, FieldPath<Values> | ((values: ApiError['values']) => FieldPath<Values>)>
>

type FieldData = { name: readonly (string | number)[]; value?: unknown; touched?: boolean; errors?: string[] }

export function setFields<Values extends object>(form: FormInstance<Values>, data: readonly FieldData[]): void {
  form.setFields(data as unknown as Parameters<FormInstance<Values>['setFields']>[0])
}

/** Sets the default of a field that was not typed into, without marking it as touched. */
export function propose<Values extends object>(
  form: FormInstance<Values>,
  name: keyof Values & string,
  value: unknown,
) {
  // Effects call this, and must not render synchronously.
  queueMicrotask(() => {
    if (form.isFieldTouched(name as never)) return
    flushSync(() => setFields(form, [{ name: [name], value, touched: false, errors: [] }]))
    // When the field has the focus, typing replaces the default instead of continuing it.
    const field = document.getElementById(name)
    if (field instanceof HTMLInputElement && field === document.activeElement && field.value === value) field.select()
  })
}

export function fieldNames<Values extends object>(form: FormInstance<Values>): (string | number)[][] {
  return form.getFieldsError().map(({ name }) => name)
}

export function valueAt(values: object, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], values)
}

/** The server did not process the form: it can be sent again unchanged. */
export function isAway(problem: unknown): boolean {
  return problem instanceof ApiError && ['network', 'timeout', 'http', ...awayErrors].includes(problem.error)
}

export function showAtField<Values extends object>(
  form: FormInstance<Values>,
  problem: unknown,
  fieldOf: FieldOf<Values>,
): boolean {
  if (!(problem instanceof ApiError)) return false
  const fieldSource = fieldOf[problem.error]
  const field = typeof fieldSource === 'function' ? fieldSource(problem.values) : fieldSource
  const match: [string, string][] = field === undefined ? Object.entries(problem.fields) : [[field, problem.message]]
  const isOpen = match.flatMap(([path, text]) => {
    const name = fieldAt(form, path)
    return name === undefined ? [] : [{ name, errors: [text] }]
  })
  setFields(form, isOpen)
  reveal(form)
  return isOpen.some(({ name }) => !isHidden(name))
}

/** A field's problem is invisible when the field is hidden, or folded away and not loaded yet (`FoldedFields`). */
function isHidden(name: readonly (string | number)[]): boolean {
  const field = document.getElementById(name.join('_'))
  return field === null ? unseen(name) !== null : field.closest('.ant-form-item-hidden') !== null
}

const unseen = (name: readonly (string | number)[]) =>
  document.querySelector(`[data-unseen="${CSS.escape(name.join('_'))}"]`)

/** The form's field for a path: `environment.HOME` belongs to the field `environment`. */
function fieldAt<Values extends object>(form: FormInstance<Values>, path: string): (string | number)[] | undefined {
  const leads = fieldNames(form).filter((name) => `${path}.`.startsWith(`${name.join('.')}.`))
  return leads.toSorted((one, other) => other.length - one.length)[0]
}

export function reveal<Values extends object>(form: FormInstance<Values>): void {
  for (const { name, errors } of form.getFieldsError()) {
    const field = errors.length === 0 ? null : (document.getElementById(name.join('_')) ?? unseen(name))
    field?.closest('details')?.setAttribute('open', '')
  }
}
