import { useState } from 'react'
import { notify } from './notify.tsx'
import { problemWords } from './problem.ts'

/** Shows why something failed, after the words that say what. */
export function notifyProblem(problem: unknown, failure?: string): void {
  notify.error(failure === undefined ? problemWords(problem) : `${failure}: ${problemWords(problem)}`)
}

/** Runs something once; its failure is shown after the words that say what. */
export async function attempt(work: () => Promise<unknown>, failure?: string): Promise<void> {
  try {
    await work()
  } catch (problem) {
    notifyProblem(problem, failure)
  }
}

/** An action that the user starts: whether it runs, and how to start it. Its failure is shown after the words that say what. */
export function useAction<Input extends unknown[]>(work: (...input: Input) => Promise<unknown>, failure?: string) {
  const { isBusy, run } = useAttempt(work, (problem) => notifyProblem(problem, failure))
  return [isBusy, run] as const
}

/** An action whose failure stands on the page until the action is started again. */
export function useAttempt<Input extends unknown[]>(
  work: (...input: Input) => Promise<unknown>,
  report?: (problem: unknown) => void,
) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const start = async (...input: Input) => {
    setBusy(true)
    setProblem(null)
    try {
      await work(...input)
    } catch (caught) {
      if (report === undefined) setProblem(caught)
      else report(caught)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, clear: () => setProblem(null), run: (...input: Input) => void start(...input) }
}
