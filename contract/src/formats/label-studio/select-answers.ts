import type { AnnotatorChoice } from '../../datasets/imports.ts'
import type { LabelStudioAnswer, LabelStudioTask } from './entries.ts'

interface Selected {
  /** Results of each selected annotation; null when nobody labeled the image. */
  readonly taken: readonly (readonly unknown[])[] | null
  readonly others: number
}

/** Selects annotations of a task: the chosen ones, else the ground truth, else the newest. */
export function selectAnswers(
  { answers, predicted }: Pick<LabelStudioTask, 'answers' | 'predicted'>,
  choice: AnnotatorChoice | undefined,
): Selected {
  if (answers.length === 0) return { taken: predicted === null ? null : [predicted], others: 0 }
  if (choice === 'all') return { taken: answers.map(({ results }) => results), others: 0 }
  const own = choice === undefined ? answers : answers.filter(({ annotator }) => annotator === choice.name)
  const selected = own.findLast(({ isRight }) => isRight) ?? newest(own)
  if (selected === undefined) return { taken: null, others: 0 }
  return { taken: [selected.results], others: choice === undefined ? answers.length - 1 : 0 }
}

function newest(responses: readonly LabelStudioAnswer[]): LabelStudioAnswer | undefined {
  return responses.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)).at(-1)
}
