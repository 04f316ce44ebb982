import type { DataEvaluationDraft, JointScore } from '@vermilion/contract/data-evaluations'
import type { Scorer } from '@vermilion/contract/data-evaluations/scorers'
import type { FileEvaluation } from '#ui/files/file-evaluation.ts'

export type ChosenFiles = Pick<FileEvaluation, 'selection' | 'count'>

export interface Typed {
  name: string
  /** Absent when files were chosen before. */
  folder?: string
  models: string[]
  standardId?: string
  joint?: JointScore
}

export const soleJoint: JointScore = 'mean'

export const selectionOf = (folder: string | undefined, files: ChosenFiles | undefined) =>
  files?.selection ?? { filter: { folder: folder ?? '', recursive: true, kind: 'image' as const } }

/** Values are undefined while the form mounts. */
export type TypedSoFar = { [Field in 'folder' | 'models' | 'standardId']: Typed[Field] | undefined }

export type CostRequest = Pick<DataEvaluationDraft, 'models' | 'standardId'> & Pick<FileEvaluation, 'selection'>

export function costRequestOf(
  { folder, models = [], standardId }: TypedSoFar,
  { files, scorers }: { files: ChosenFiles | undefined; scorers: readonly Scorer[] | undefined },
): CostRequest | null {
  if (models.length === 0 || scorers === undefined) return null
  const needsStandard = scorers.some((scorer) => scorer.needsStandard && models.includes(scorer.id))
  if (needsStandard && standardId === undefined) return null
  const standard = needsStandard ? (standardId ?? null) : null
  return { selection: selectionOf(folder, files), models: models.toSorted(), standardId: standard }
}
