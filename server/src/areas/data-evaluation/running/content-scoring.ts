import { createHash } from 'node:crypto'
import type { Cost, CriterionScore } from '@vermilion/contract/data-evaluations'
import type { Criterion, Standard } from '@vermilion/contract/data-evaluations/standards'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { ReplyKey, ReplyRow, ReplyStore } from '../replies/reply-store.ts'
import { weightedMean } from '../rules.ts'
import type { ScoredImage, Scorer } from '../scorers/scorer.ts'
import { collectReads } from '#platform/database/collected-reads'

type Rubric = Pick<Standard, 'id' | 'version' | 'criteria'>

export interface ContentToScore {
  readonly checksum: string
  readonly prompt: string | null
  /** Calls `work` with the image, which is there until `work` has settled. */
  withContent<Result extends object>(work: (content: ScoredImage['content']) => Promise<Result>): Promise<Result>
}

export interface ContentScore {
  readonly score: number
  readonly criteria: readonly CriterionScore[]
  readonly hash: string | null
  readonly isReused: boolean
}

interface ScoringOptions {
  readonly standard: Rubric | null
  readonly signal: AbortSignal
  readonly cost: { -readonly [Name in keyof Cost]: Cost[Name] }
  /** Schedules the call to the model; immediate when undefined. */
  readonly turn?: (ask: () => Promise<void>) => Promise<void>
  write(score: ContentScore, reply: ReplyRow): Promise<void>
}

interface Needs {
  readonly clock: Clock
  readonly replies: Pick<ReplyStore, 'find'>
}

interface Reader {
  readers: number
  read(checksum: string): Promise<ReplyRow | undefined>
}

/** Version of scorer and standard, which invalidates older replies. */
export function basisOf(scorer: Scorer, standard: Rubric | null): string {
  return standard === null ? scorer.basis : `${scorer.basis} ${standard.id}@${standard.version}`
}

const digestOf = (prompt: string | null) =>
  prompt === null ? '' : createHash('sha256').update(prompt).digest('base64url')

export function createContentScoring({ clock, replies }: Needs) {
  const underWay = new Map<string, Promise<void>>()
  const reads = new Map<string, Reader>()

  async function find({ checksum, ...basis }: ReplyKey): Promise<ReplyRow | undefined> {
    const name = JSON.stringify(basis)
    const reader = reads.get(name) ?? {
      readers: 0,
      read: collectReads((checksums: readonly string[]) => replies.find({ ...basis, checksums })),
    }
    reads.set(name, reader)
    reader.readers += 1
    try {
      return await reader.read(checksum)
    } finally {
      reader.readers -= 1
      if (reader.readers === 0) reads.delete(name)
    }
  }

  /** Resolves once the score is stored. Throws `ModelFailed`. Concurrent requests for one content share a call. */
  return async (
    scorer: Scorer,
    { checksum, prompt, withContent }: ContentToScore,
    { standard, signal, cost, turn = (ask) => ask(), write }: ScoringOptions,
  ): Promise<void> => {
    const isByPrompt = scorer.entity.needsStandard
    const digest = isByPrompt ? digestOf(prompt) : ''
    const key: ReplyKey = { checksum, model: scorer.entity.id, basis: basisOf(scorer, standard), prompt: digest }
    const name = JSON.stringify(key)
    const criteria = standard?.criteria ?? []
    for (let other = underWay.get(name); other !== undefined; other = underWay.get(name)) await other
    const { promise, resolve } = Promise.withResolvers<void>()
    underWay.set(name, promise)
    const scored = (scores: readonly CriterionScore[], hash: string | null, isReused: boolean): ContentScore => ({
      score: scoreOf(scores, criteria),
      criteria: scores,
      hash,
      isReused,
    })
    let stored: ReplyRow | undefined
    try {
      stored = await find(key)
      if (stored === undefined) {
        let written: Promise<void> | undefined
        await turn(async () => {
          const reply = await withContent((content) => scorer.score({ content, prompt }, { criteria, signal, cost }))
          const { promptTokens, completionTokens } = cost
          const { criteria: scores, hash } = reply
          const now = clock.time()
          const about = { promptTokens, completionTokens, createdAt: now, usedAt: now }
          const row = { ...key, criteria: writeJson([...scores]), hash, ...about }
          written = write(scored(scores, hash, false), row)
          // A paid reply is stored before the next call, so that a crash only loses calls in progress.
          if (cost.calls > 0) await written
        })
        await written
      }
    } finally {
      underWay.delete(name)
      resolve()
    }
    // Others waiting for the same content need not wait for the write.
    if (stored === undefined) return
    await write(scored(readJson(stored.criteria), stored.hash, true), { ...stored, usedAt: clock.time() })
  }
}

export type ContentScoring = ReturnType<typeof createContentScoring>

function scoreOf(scores: readonly CriterionScore[], criteria: readonly Criterion[]): number {
  const weights = new Map(criteria.map(({ key, weight }) => [key, weight]))
  return weightedMean(scores.map(({ key, score }) => ({ score, weight: weights.get(key) ?? 1 })))
}
