import { type ComponentType, useEffect, useState } from 'react'
import { loadCode } from '#lib/loading/load-code.ts'
import { useQuestion } from './confirm.ts'
import { notify } from '../feedback/notify.tsx'
import { problemWords } from '../feedback/problem.ts'

/** The browser's own dialog replaces ours when its code cannot load, such as without a connection. */
async function askPlainly(): Promise<void> {
  const { question } = useQuestion.getState()
  useQuestion.setState({ question: null })
  try {
    if (question !== null && window.confirm(question.title)) await question.run()
  } catch (problem) {
    notify.error(problemWords(problem))
  }
}

/** The place of `confirm`; mounted once, in the shell. The dialog loads with the first question. */
export function ConfirmHost() {
  const isOpen = useQuestion(({ question }) => question !== null)
  const [Dialog, setDialog] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isOpen || Dialog !== null) return
    loadCode(() => import('./question-dialog.tsx')).then(
      ({ QuestionDialog }) => setDialog(() => QuestionDialog),
      () => void askPlainly(),
    )
  }, [isOpen, Dialog])
  return Dialog !== null && <Dialog />
}
