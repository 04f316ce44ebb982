import type { FormInstance } from 'antd/es/form'
import { useState } from 'react'
import { problemWords } from '../feedback/problem.ts'
import { type FieldOf, isAway, showAtField } from './form-fields.ts'

export const unfinished = Symbol('unfinished')

interface FormSubmissionNeeds<Values extends object, Answer> {
  form: FormInstance<Values>
  fieldOf: FieldOf<Values> | undefined
  submit: (values: Values) => Promise<Answer | typeof unfinished>
  onDone: (response: Answer) => void
}

/** The reason why a form was not sent; `isSaved` means that it was not refused and its draft is stored. */
export interface SubmissionProblem {
  text: string
  isSaved: boolean
}

export function useFormSubmission<Values extends object, Answer>(needs: FormSubmissionNeeds<Values, Answer>) {
  const { form, fieldOf, submit, onDone } = needs
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SubmissionProblem | null>(null)
  const send = async (values: Values) => {
    // Enter bypasses the disabled button.
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const response = await submit(values)
      if (response !== unfinished) onDone(response)
    } catch (caught) {
      if (!showAtField(form, caught, fieldOf ?? {})) {
        setProblem({ text: problemWords(caught), isSaved: isAway(caught) })
      }
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, send: (values: Values) => void send(values) }
}
