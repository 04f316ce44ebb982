import type { Cost } from '@vermilion/contract/data-evaluations'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Files } from '#areas/files'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import { noNumber, type ResultStore } from '../result-store.ts'
import { disagreementOf, jointScoreOf } from '../rules.ts'
import type { EvaluationRow, EvaluationStore } from '../store.ts'
import type { ContentScore } from './content-scoring.ts'

interface Needs {
  readonly clock: Clock
  readonly files: Pick<Files, 'setScore'>
  readonly store: Pick<EvaluationStore, 'addToCounters'>
  readonly results: ResultStore
}

export interface ScoreOutcome {
  readonly fileId: string
  readonly model: string
  readonly checksum: string | null
  readonly result: ContentScore | { readonly error: Text }
  readonly cost: Cost
}

/**
 * Writes down what a model says of an image and, once every model is done with it, its joint score, also on the file.
 * Inside a transaction. Answers whether the image is done.
 */
export function createRecordScore({ clock, files, store, results }: Needs) {
  async function settle(
    row: EvaluationRow,
    fileId: string,
    hash: { hash?: string },
  ): Promise<'scored' | 'unscored' | undefined> {
    const models = readJson(row.models)
    const scores = await results.scoresOf(row.id, [fileId])
    const image = await results.image(row.id, fileId)
    if (scores.length < models.length || image === undefined) {
      if (hash.hash !== undefined) await results.updateImage(row.id, fileId, hash)
      return undefined
    }
    const weights = new Map(models.map(({ id, weight }) => [id, weight]))
    const numbers = scores.flatMap(({ model, score }) =>
      score === null ? [] : [{ score, weight: weights.get(model) ?? 1 }],
    )
    const disagreement = disagreementOf(numbers.map(({ score }) => score)) ?? noNumber
    if (numbers.length === 0) {
      await results.updateImage(row.id, fileId, { ...hash, done: 1, disagreement })
      return 'unscored'
    }
    const score = jointScoreOf(row.joint, numbers)
    await results.updateImage(row.id, fileId, { ...hash, done: 1, disagreement, score })
    await files.setScore(fileId, score)
    return image.score < 0 ? 'scored' : 'unscored'
  }

  return async (row: EvaluationRow, { fileId, model, checksum, result, cost }: ScoreOutcome): Promise<boolean> => {
    const isScored = 'score' in result
    await results.addScore({
      evaluationId: row.id,
      fileId,
      model,
      checksum,
      score: isScored ? result.score : null,
      criteria: writeJson(isScored ? [...result.criteria] : []),
      error: isScored ? null : writeJson(result.error),
      createdAt: clock.time(),
    })
    const settled = await settle(row, fileId, isScored && result.hash !== null ? { hash: result.hash } : {})
    await store.addToCounters(row.id, {
      ...cost,
      failed: isScored ? 0 : 1,
      reused: isScored && result.isReused ? 1 : 0,
      done: settled === undefined ? 0 : 1,
      scored: settled === 'scored' ? 1 : 0,
    })
    return settled !== undefined
  }
}

export type RecordScore = ReturnType<typeof createRecordScore>
