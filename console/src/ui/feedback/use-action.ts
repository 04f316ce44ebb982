import { useState } from 'react'
import { notify } from './notify.tsx'
import { problemWords } from './problem.ts'

/** Shows why something failed, after the words that say what. */
export function notifyProblem(problem: unknown, failure?: string): void {
  notify.error(failure === undefined ? problemWords(problem) : `${failure}: ${problemWords(problem)}`)
}

/** An action that the user starts: whether it runs, and how to start it. Its failure is shown after the words that say what. */
export function useAction<Given extends unknown[]>(work: (...given: Given) => Promise<unknown>, failure?: string) {
  const { isBusy, problem: _problem, run } = useAttempt(work, (problem) => notifyProblem(problem, failure))
  return [isBusy, run] as const
}

/** An action whose failure stands on the page until the action is started again. */
export function useAttempt<Given extends unknown[]>(
  work: (...given: Given) => Promise<unknown>,
  report?: (problem: unknown) => void,
) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const attempt = async (...given: Given) => {
    setBusy(true)
    setProblem(null)
    try {
      await work(...given)
    } catch (caught) {
      if (report === undefined) setProblem(caught)
      else report(caught)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run: (...given: Given) => void attempt(...given) }
}
