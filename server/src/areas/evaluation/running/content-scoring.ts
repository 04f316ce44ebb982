import { createHash } from 'node:crypto'
import type { Cost, CriterionScore } from '@vermilion/contract/data-evaluations'
import type { Criterion, Standard } from '@vermilion/contract/data-evaluations/standards'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { ReplyKey, ReplyStore } from '../reply-store.ts'
import { weightedMean } from '../rules.ts'
import type { ScoredImage, Scorer } from '../scorers/scorer.ts'

type Rubric = Pick<Standard, 'id' | 'version' | 'criteria'>

export interface ContentToScore {
  readonly checksum: string
  readonly prompt: string | null
  read(): Promise<ScoredImage['content']>
}

export interface ContentScore {
  readonly score: number
  readonly criteria: readonly CriterionScore[]
  readonly hash: string | null
  /** Whether it was there from before, and nobody was asked. */
  readonly isReused: boolean
}

interface ScoringOptions {
  /** Null for a scorer that needs none. */
  readonly standard: Rubric | null
  readonly signal: AbortSignal
  readonly cost: { -readonly [Name in keyof Cost]: Cost[Name] }
}

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly replies: ReplyStore
}

/** What a scorer and a standard are at: another version of either says other things. */
export function basisOf(scorer: Scorer, standard: Rubric | null): string {
  return standard === null ? scorer.basis : `${scorer.basis} ${standard.id}@${standard.version}`
}

const digestOf = (prompt: string | null) =>
  prompt === null ? '' : createHash('sha256').update(prompt).digest('base64url')

/** Scores contents, each once for all that ever need it. */
export function createContentScoring({ database, clock, replies }: Needs) {
  const underWay = new Map<string, Promise<void>>()

  /**
   * Answers once `record` has written it down, in one transaction with the reply: after a crash either both are there or
   * none. Throws `ScoringFailed`. One content that several want at once is asked for once.
   */
  return async (
    scorer: Scorer,
    { checksum, prompt, read }: ContentToScore,
    { standard, signal, cost }: ScoringOptions,
    record: (score: ContentScore) => Promise<void>,
  ): Promise<void> => {
    const isByPrompt = scorer.entity.needsStandard
    const digest = isByPrompt ? digestOf(prompt) : ''
    const key: ReplyKey = { checksum, model: scorer.entity.id, basis: basisOf(scorer, standard), prompt: digest }
    const name = JSON.stringify(key)
    for (let other = underWay.get(name); other !== undefined; other = underWay.get(name)) await other
    const { promise, resolve } = Promise.withResolvers<void>()
    underWay.set(name, promise)
    const criteria = standard?.criteria ?? []
    try {
      const stored = await replies.find(key)
      if (stored !== undefined) {
        const scores = readJson(stored.criteria)
        const score = scoreOf(scores, criteria)
        await database.transaction(() => record({ score, criteria: scores, hash: stored.hash, isReused: true }))
        return
      }
      const { criteria: scores, hash } = await scorer.score(
        { content: await read(), prompt },
        { criteria, signal, cost },
      )
      await database.transaction(async () => {
        const { promptTokens, completionTokens } = cost
        const row = { ...key, criteria: writeJson([...scores]), hash, promptTokens, completionTokens }
        await replies.add({ ...row, createdAt: clock.time() })
        await record({ score: scoreOf(scores, criteria), criteria: scores, hash, isReused: false })
      })
    } finally {
      underWay.delete(name)
      resolve()
    }
  }
}

export type ContentScoring = ReturnType<typeof createContentScoring>

/** The score of an image: the mean of its criteria by their weights. */
function scoreOf(scores: readonly CriterionScore[], criteria: readonly Criterion[]): number {
  const weights = new Map(criteria.map(({ key, weight }) => [key, weight]))
  return weightedMean(scores.map(({ key, score }) => ({ score, weight: weights.get(key) ?? 1 })))
}
