import type { Cost } from '@vermilion/contract/data-evaluations'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Files } from '#areas/files'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import { type ImageScoreRow, noNumber, type ResultStore, type ScoredImageRow } from '../results/result-store.ts'
import { disagreementOf, jointScoreOf } from '../rules.ts'
import type { EvaluationRow, EvaluationStore } from '../store.ts'
import type { ContentScore } from './content-scoring.ts'

interface Needs {
  readonly clock: Clock
  readonly files: Pick<Files, 'setScores'>
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
 * Stores the joint score of images finished by every model, also on the file. Inside a transaction. Returns the number of
 * finished images.
 */
export function createRecordScores({ clock, files, store, results }: Needs) {
  function toScoreRow(evaluationId: string, { fileId, model, checksum, result }: ScoreOutcome): ImageScoreRow {
    const isScored = 'score' in result
    return {
      evaluationId,
      fileId,
      model,
      checksum,
      score: isScored ? result.score : null,
      criteria: writeJson(isScored ? [...result.criteria] : []),
      error: isScored ? null : writeJson(result.error),
      createdAt: clock.time(),
    }
  }

  async function settle(row: EvaluationRow, outcomes: readonly ScoreOutcome[]): Promise<SettledImage[]> {
    const fileIds = [...new Set(outcomes.map(({ fileId }) => fileId))]
    const scores = Map.groupBy(await results.scoresOf(row.id, fileIds), ({ fileId }) => fileId)
    const models = readJson(row.models)
    const weights = new Map(models.map(({ id, weight }) => [id, weight]))
    const hashes = new Map(outcomes.flatMap(({ fileId, result }) => hashOf(result).map((hash) => [fileId, hash])))
    return (await results.images(row.id, fileIds)).map((previous) => {
      const own = scores.get(previous.fileId) ?? []
      const image = { ...previous, hash: hashes.get(previous.fileId) ?? previous.hash }
      if (own.length < models.length) return { image, hasScore: false, isDone: false, isNew: false }
      const numbers = own.flatMap(({ model, score }) =>
        score === null ? [] : [{ score, weight: weights.get(model) ?? 1 }],
      )
      const hasScore = numbers.length > 0
      const disagreement = disagreementOf(numbers.map(({ score }) => score)) ?? noNumber
      const score = hasScore ? jointScoreOf(row.joint, numbers) : previous.score
      return {
        image: { ...image, done: 1, disagreement, score },
        hasScore,
        isDone: true,
        isNew: hasScore && previous.score < 0,
      }
    })
  }

  return async (row: EvaluationRow, outcomes: readonly ScoreOutcome[]): Promise<number> => {
    await results.addScores(outcomes.map((outcome) => toScoreRow(row.id, outcome)))
    const settled = await settle(row, outcomes)
    await results.updateImages(
      row.id,
      settled.map(({ image }) => image),
    )
    const scored = settled.filter(({ hasScore }) => hasScore)
    await files.setScores(new Map(scored.map(({ image: { fileId, score } }) => [fileId, score])))
    const sum = (of: (outcome: ScoreOutcome) => number) => outcomes.reduce((total, one) => total + of(one), 0)
    const done = settled.filter(({ isDone }) => isDone).length
    await store.addToCounters(row.id, {
      calls: sum(({ cost }) => cost.calls),
      promptTokens: sum(({ cost }) => cost.promptTokens),
      completionTokens: sum(({ cost }) => cost.completionTokens),
      failed: sum(({ result }) => ('score' in result ? 0 : 1)),
      reused: sum(({ result }) => ('score' in result && result.isReused ? 1 : 0)),
      done,
      scored: settled.filter(({ isNew }) => isNew).length,
    })
    return done
  }
}

export type RecordScores = ReturnType<typeof createRecordScores>

interface SettledImage {
  readonly image: ScoredImageRow
  readonly hasScore: boolean
  readonly isDone: boolean
  /** True without a joint score before. */
  readonly isNew: boolean
}

const hashOf = (result: ScoreOutcome['result']) => ('score' in result && result.hash !== null ? [result.hash] : [])
