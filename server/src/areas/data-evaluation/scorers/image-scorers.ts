import { createHash } from 'node:crypto'
import { promptStandard, realismStandard, readyStandards } from '@vermilion/contract/data-evaluations/standards'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ReplyRow } from '../replies/reply-store.ts'
import type { ContentScore, ContentScoring, ContentToScore } from '../running/content-scoring.ts'
import type { Scorers } from './registry.ts'
import { ModelFailed } from './model-failed.ts'

interface NewImage {
  readonly content: Uint8Array
  readonly prompt: string | null
}

/** Scores are 0 to 100. */
export interface ImageScorers {
  require(model: string): Promise<void>
  score(model: string, image: NewImage, signal: AbortSignal): Promise<number>
}

interface Needs {
  readonly scorers: Scorers
  readonly scoring: ContentScoring
  saveReplies(rows: readonly ReplyRow[]): Promise<void>
}

export function createImageScorers({ scorers, scoring, saveReplies }: Needs): ImageScorers {
  async function find(model: string) {
    const scorer = await scorers.find(model)
    if (scorer === undefined) throw fail('generation.score-model-missing')
    return scorer
  }
  return {
    require: async (model) => void (await find(model)),
    async score(model, { content, prompt }, signal) {
      const scorer = await find(model)
      const id = prompt === null ? realismStandard : promptStandard
      const { version, criteria } = readyStandards.find((standard) => standard.id === id)!
      const standard = scorer.entity.needsStandard ? { id, version, criteria: [...criteria] } : null
      const checksum = createHash('sha256').update(content).digest('hex')
      const cost = { calls: 0, promptTokens: 0, completionTokens: 0 }
      const request: ContentToScore = { checksum, prompt, withContent: (work) => work(content) }
      let score = 0
      try {
        const write = async (result: ContentScore, reply: ReplyRow) => {
          ;({ score } = result)
          await saveReplies([reply])
        }
        await scoring(scorer, request, { standard, signal, cost, write })
      } catch (error) {
        throw error instanceof ModelFailed ? fail('generation.score-failed', { reason: error.text }) : error
      }
      return score
    },
  }
}
