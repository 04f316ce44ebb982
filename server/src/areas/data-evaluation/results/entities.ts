import type { DataEvaluation, ImageResult, ModelScore } from '@vermilion/contract/data-evaluations'
import type { FileSelection } from '@vermilion/contract/files'
import type { UsedStandard } from '@vermilion/contract/data-evaluations/standards'
import { readJson } from '#platform/database/columns'
import type { ImageScoreRow, ScoredImageRow } from './result-store.ts'
import type { EvaluationModel, EvaluationRow } from '../store.ts'

export function toEvaluation(row: EvaluationRow): DataEvaluation {
  const { jobId: _job, deletedAt: _deleted, selection, calls, promptTokens, completionTokens, ...rest } = row
  return {
    ...rest,
    folder: wholeFolderOf(readJson(selection)),
    models: readJson(row.models),
    standard: toUsedStandard(row),
    cost: { calls, promptTokens, completionTokens },
  }
}

/** The folder if the selection is all images below it, else null. */
function wholeFolderOf({ fileIds, folders, filter, except }: FileSelection): string | null {
  if (filter === undefined || [...fileIds, ...folders, ...except].length > 0) return null
  const { folder, recursive, kind = 'image', ...narrowing } = filter
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined && value !== '')
  return recursive && kind === 'image' && !isNarrowed ? folder : null
}

export function toUsedStandard({ standard }: Pick<EvaluationRow, 'standard'>): UsedStandard | null {
  if (standard === null) return null
  const { id, version, name, criteria } = readJson(standard)
  return { id, version, name, criteria }
}

export function toModelScore(row: ImageScoreRow, models: readonly EvaluationModel[]): ModelScore {
  const { model, score, criteria, error } = row
  const name = models.find(({ id }) => id === model)?.name ?? model
  return { model, name, score, criteria: readJson(criteria), error: error === null ? null : readJson(error) }
}

export function toImageResult(
  row: ScoredImageRow & { path: string | null },
  scores: readonly ImageScoreRow[],
  models: readonly EvaluationModel[],
): ImageResult {
  const own = scores.filter(({ fileId }) => fileId === row.fileId)
  return {
    fileId: row.fileId,
    path: row.path,
    score: row.score < 0 ? null : row.score,
    disagreement: row.disagreement < 0 ? null : row.disagreement,
    models: models.flatMap(({ id }) => own.filter(({ model }) => model === id).map((one) => toModelScore(one, models))),
  }
}
