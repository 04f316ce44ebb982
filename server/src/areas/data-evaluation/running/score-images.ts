import type { Standard } from '@vermilion/contract/data-evaluations/standards'
import { errorCatalogue, Failure } from '@vermilion/contract/kernel/errors'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'
import type { Files } from '#areas/files'
import { StoreUnreachable, type BlobStore } from '#platform/blobs/blob-store'
import type { PromptSources } from './prompt-sources.ts'
import type { ReplyRow } from '../replies/reply-store.ts'
import type { ResultStore } from '../results/result-store.ts'
import { createLimit } from '#platform/limit'
import { ModelFailed } from '../scorers/model-failed.ts'
import type { ScoredImage, Scorer } from '../scorers/scorer.ts'
import type { EvaluationModel, EvaluationRow } from '../store.ts'
import { collectReads } from '#platform/database/collected-reads'
import type { ContentScoring } from './content-scoring.ts'
import type { ScoreOutcome } from './record-scores.ts'

const atOnce = 200
const maxUnwritten = 100
/** Consecutive failures after which a model is skipped: it is down, or its quota is used up. */
const maxFailures = 20

export interface EvaluationRun {
  readonly blobs: Pick<BlobStore, 'withLocalFile'>
  readonly files: Files
  readonly prompts: PromptSources
  readonly results: ResultStore
  readonly scoring: ContentScoring
  readonly row: EvaluationRow
  readonly standard: Standard | null
  readonly signal: AbortSignal
  giveUp(error: unknown): void
  write(entry: ScoreEntry): Promise<void>
}

export interface ScoreEntry {
  readonly outcome: ScoreOutcome
  readonly reply: ReplyRow | null
}

interface ImageOfRun {
  readonly number: number
  readonly fileId: string
}

export async function scoreImages(
  run: EvaluationRun,
  model: EvaluationModel,
  scorer: Scorer | undefined,
): Promise<void> {
  const missing = createMissing(run, model.id)
  let failures = 0
  let last: Text | undefined

  const concurrency = scorer?.concurrency ?? 1
  const waitForTurn = createLimit(concurrency)
  const findExamined = collectReads((ids: readonly string[]) => run.files.examinedAlready(ids))

  async function scoreOne({ fileId }: ImageOfRun): Promise<void> {
    const cost = { calls: 0, promptTokens: 0, completionTokens: 0 }
    let checksum: string | null = null
    try {
      if (scorer === undefined) throw new ModelFailed(notSetUp)
      const { checksum: current, broken } = (await findExamined(fileId)) ?? (await run.files.examined(fileId))
      checksum = current
      if (broken) throw new ModelFailed(unreadable)
      const content = {
        checksum: current,
        prompt: scorer.entity.needsStandard ? await run.prompts.of(fileId) : null,
        withContent: async <Result extends object>(work: (content: ScoredImage['content']) => Promise<Result>) =>
          (await run.blobs.withLocalFile(current, work)) ?? run.files.withPictureSource(fileId, work),
      }
      await run.scoring(scorer, content, {
        standard: scorer.entity.needsStandard ? run.standard : null,
        signal: run.signal,
        cost,
        turn: (ask) =>
          waitForTurn(run.signal, () => {
            if (last !== undefined && failures >= maxFailures) throw new ModelFailed(last)
            return ask()
          }),
        async write(result, reply) {
          failures = 0
          await run.write({ outcome: { fileId, model: model.id, checksum, result, cost }, reply })
        },
      })
    } catch (error) {
      run.signal.throwIfAborted()
      const text = textOf(error)
      if (text === undefined) throw error
      if (error instanceof ModelFailed && error.isGeneral) {
        failures += 1
        last = text
      }
      const result = { error: callFailed(text) }
      await run.write({ outcome: { fileId, model: model.id, checksum, result, cost }, reply: null })
    }
  }

  async function work(): Promise<void> {
    for (let image = await missing.next(); image !== undefined; image = await missing.next()) {
      run.signal.throwIfAborted()
      await scoreOne(image)
    }
  }

  const workers = Array.from({ length: concurrency + maxUnwritten }, () => work().catch(run.giveUp))
  await Promise.all(workers)
}

function createMissing({ results, row }: EvaluationRun, model: string) {
  let images: ImageOfRun[] = []
  let last = 0
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    images = await results.missing(row.id, model, last, atOnce)
    last = images.at(-1)?.number ?? Number.POSITIVE_INFINITY
    reading = undefined
  }

  return {
    async next(): Promise<ImageOfRun | undefined> {
      while (images.length === 0 && last !== Number.POSITIVE_INFINITY) await (reading ??= read())
      return images.shift()
    },
  }
}

const notSetUp: Text = { en: 'it is no longer set up', zh: '该模型已不存在' }
const unreadable: Text = { en: 'the image cannot be read', zh: '图片无法读取' }

const textOf = (error: unknown): Text | undefined =>
  error instanceof ModelFailed || (error instanceof Failure && !(error instanceof StoreUnreachable))
    ? error.text
    : undefined

/** Adds to a service's error that the service was called (R8.09). */
const callFailed = (reason: Text) => sayInBoth(errorCatalogue['generation.score-failed'].text, { reason })
