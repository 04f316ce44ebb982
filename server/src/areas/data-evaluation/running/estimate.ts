import type { DataEvaluationDraft, Estimate } from '@vermilion/contract/data-evaluations'
import type { Standard } from '@vermilion/contract/data-evaluations/standards'
import type { Files } from '#areas/files'
import type { ReplyStore } from '../replies/reply-store.ts'
import { imagesOf } from './list-images.ts'
import { basisOf } from './content-scoring.ts'
import type { Scorer } from '../scorers/scorer.ts'

interface Ordered extends Pick<DataEvaluationDraft, 'selection'> {
  readonly spaceId: string
  readonly scorers: readonly Scorer[]
  readonly standard: Standard | null
}

export async function estimateOf(
  { files, replies }: { files: Files; replies: ReplyStore },
  { spaceId, selection, scorers, standard }: Ordered,
): Promise<Estimate> {
  const models = scorers.map((scorer) => {
    const rubric = scorer.entity.needsStandard ? standard : null
    return { scorer, rubric, id: scorer.entity.id, basis: basisOf(scorer, rubric), missing: 0 }
  })
  const sum = { images: 0, reused: 0, calls: 0, promptTokens: 0, completionTokens: 0 }
  for await (const batch of imagesOf(files, spaceId, selection)) {
    sum.images += batch.length
    const checksums = batch.flatMap(({ checksum }) => (checksum === null ? [] : [checksum]))
    for (const model of models) {
      const replied = checksums.length === 0 ? new Set() : await replies.replied(model.id, model.basis, checksums)
      const reused = checksums.filter((checksum) => replied.has(checksum)).length
      sum.reused += reused
      model.missing += batch.length - reused
    }
  }
  for (const { scorer, rubric, id, basis, missing } of models) {
    const guess = scorer.guess(rubric?.criteria ?? [])
    const mean = await replies.meanCost(id, basis)
    sum.calls += missing * guess.calls
    sum.promptTokens += Math.round(missing * (mean.promptTokens ?? guess.promptTokens))
    sum.completionTokens += Math.round(missing * (mean.completionTokens ?? guess.completionTokens))
  }
  return sum
}
