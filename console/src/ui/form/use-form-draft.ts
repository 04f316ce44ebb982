import type { FormInstance } from 'antd/es/form'
import { useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { fieldNames, setFields, valueAt } from './form-fields.ts'

interface FormDraftNeeds<Values extends object> {
  name: string | undefined
  secretFields: readonly (keyof Values & string)[]
  initial: Partial<Values>
  form: FormInstance<Values>
}

export function useFormDraft<Values extends object>({ name, secretFields, initial, form }: FormDraftNeeds<Values>) {
  const { found: draft, keep, forget } = useDraft(name)
  const [restored, setRestored] = useState(draft !== null)
  return {
    draft,
    restored,
    forget,
    keepTyped(): void {
      const isStored = (field: unknown) => !secretFields.some((one) => one === field)
      const touched = fieldNames(form).filter((path) => isStored(path[0]) && form.isFieldTouched(path as never))
      const values = Object.entries(form.getFieldsValue(true) as object).filter(([field]) => isStored(field))
      keep({ values: Object.fromEntries(values), touched })
    },
    startOver(): void {
      forget()
      setRestored(false)
      // An added row is restored with its whole list.
      const first = fieldNames(form).filter((path) => valueAt(initial, path.slice(0, -1)) !== undefined)
      setFields(
        form,
        first.map((path) => ({ name: path, value: valueAt(initial, path), touched: false, errors: [] })),
      )
    },
  }
}
