import type { FormInstance } from 'antd/es/form'
import { useState } from 'react'
import { problemWords } from '../feedback/problem.ts'
import { type FieldOf, isAway, showAtField } from './form-fields.ts'

/** Answered by a form that is sent in steps, as long as there is another one. */
export const unfinished = Symbol('unfinished')

interface FormSubmissionNeeds<Values extends object, Answer> {
  form: FormInstance<Values>
  fieldOf: FieldOf<Values> | undefined
  submit: (values: Values) => Promise<Answer | typeof unfinished>
  onDone: (response: Answer) => void
}

/** Why a form could not be sent; `isSaved`: nobody has refused it, and what was typed is kept. */
export interface SubmissionProblem {
  words: string
  isSaved: boolean
}

/** Sends a form, once at a time. A refusal is shown at its field, or else is the problem of the form. */
export function useFormSubmission<Values extends object, Answer>(needs: FormSubmissionNeeds<Values, Answer>) {
  const { form, fieldOf, submit, onDone } = needs
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SubmissionProblem | null>(null)
  const send = async (values: Values) => {
    // Enter sends as well, and knows nothing of the button that is waiting.
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const response = await submit(values)
      if (response !== unfinished) onDone(response)
    } catch (caught) {
      if (!showAtField(form, caught, fieldOf ?? {})) {
        setProblem({ words: problemWords(caught), isSaved: isAway(caught) })
      }
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, send: (values: Values) => void send(values) }
}
