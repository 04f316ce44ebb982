import { honestPartOf } from '@vermilion/contract/models/training-parts'
import { mainFigure } from '@vermilion/contract/models/comparisons'
import { headlineParts, type TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { EvaluationContent } from './evaluation-store.ts'

export function headlineOf(content: EvaluationContent): TaskHeadline | null {
  const { labelType } = content
  const honest = honestPartOf(content.parts)
  const { measured, figures } = honest ?? content
  const part = headlineParts.find((one) => one === honest?.part)
  const metric = mainFigure[labelType]
  const value = figures[metric] ?? null
  if (measured === 0 || value === null) return null
  const only = { step: 0, value }
  return { metric, lowerIsBetter: false, best: only, last: only, ...(part && { part }), curve: [] }
}
