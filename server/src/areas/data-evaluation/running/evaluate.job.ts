import type { Files } from '#areas/files'
import { collectWrites } from '#platform/database/collected-writes'
import { readJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { PromptSources } from './prompt-sources.ts'
import type { ReplyRow } from '../replies/reply-store.ts'
import type { ResultStore } from '../results/result-store.ts'
import type { Scorers } from '../scorers/registry.ts'
import type { EvaluationRow, EvaluationStore } from '../store.ts'
import type { ContentScoring } from './content-scoring.ts'
import { listImages } from './list-images.ts'
import { createRecordScores } from './record-scores.ts'
import { type ScoreEntry, scoreImages } from './score-images.ts'

interface Payload {
  readonly evaluationId: string
}

const evaluateImages = jobKind<Payload>('evaluate-images')

/** Concurrent evaluations; their calls are limited separately. */
const maxConcurrent = 10

/** Free scores are written in batches of this many, or after this many milliseconds. */
const writing = { maxItems: 100, intervalMs: 500 }

/** In milliseconds. */
const progressEvery = 250

interface Needs extends Pick<Platform, 'database' | 'clock' | 'jobs' | 'blobs'> {
  readonly files: Files
  readonly store: EvaluationStore
  readonly results: ResultStore
  readonly scorers: Scorers
  readonly prompts: PromptSources
  readonly scoring: ContentScoring
  saveReplies(rows: readonly ReplyRow[]): Promise<void>
  changed(row: Pick<EvaluationRow, 'id' | 'spaceId'>): void
  released(): void
}

/** Rows record finished scores, so a restart continues with the rest. */
export function registerEvaluating(needs: Needs) {
  const { database, clock, jobs, blobs, files, prompts, scoring, store, results, saveReplies, scorers } = needs
  const { changed, released } = needs
  const record = createRecordScores({ clock, files, store, results })

  /** Call inside a transaction. */
  async function end(id: string, how: 'success' | 'failed' | 'stopped', error: string | null = null): Promise<void> {
    const row = await store.byId(id)
    if (row === undefined) return
    await store.step(id, how, { error, endedAt: clock.time() })
    changed(row)
    database.afterCommit(released)
  }

  /** An evaluation without any score fails with its first error. */
  async function endWell(id: string): Promise<void> {
    const row = await store.byId(id)
    if (row === undefined) return
    const hasNothing = row.scored === 0 && row.failed > 0
    if (!hasNothing) return end(id, 'success')
    const error = await results.firstError(id)
    await end(id, 'failed', error === null ? null : readJson(error).en)
  }

  jobs.register(evaluateImages, {
    async run({ payload: { evaluationId }, signal, saveProgress }) {
      const row = await store.byId(evaluationId)
      if (row === undefined) return
      await store.step(evaluationId, 'running', row.startedAt === null ? { startedAt: clock.time() } : {})
      changed(row)
      const total = row.images ?? (await listImages(needs, row, signal))
      let { done } = row
      let savedAt = performance.now()
      await saveProgress({ done, total, unit: 'images' })
      const stop = new AbortController()
      const showDone = async (images: number) => {
        changed(row)
        done += images
        // Progress is only displayed: rows are the truth.
        if (images === 0 || (done < total && performance.now() - savedAt < progressEvery)) return
        savedAt = performance.now()
        await saveProgress({ done, total, unit: 'images' })
      }
      const writeAll = async (entries: readonly ScoreEntry[]) => {
        await saveReplies(entries.flatMap(({ reply }) => reply ?? []))
        const outcomes = entries.map(({ outcome }) => outcome)
        await showDone(await record(row, outcomes))
      }
      const writeTogether = (entries: readonly ScoreEntry[]) => database.transaction(() => writeAll(entries))
      const writeSoon = collectWrites(writeTogether, writing)
      const run = {
        blobs,
        files,
        prompts,
        results,
        scoring,
        row,
        standard: row.standard === null ? null : readJson(row.standard),
        signal: AbortSignal.any([signal, stop.signal]),
        giveUp: (error: unknown) => stop.abort(error),
        write: (entry: ScoreEntry) => (entry.outcome.cost.calls > 0 ? writeTogether([entry]) : writeSoon(entry)),
      }
      await Promise.all(
        readJson(row.models).map(async (model) => scoreImages(run, model, await scorers.find(model.id))),
      )
      run.signal.throwIfAborted()
      return () => endWell(evaluationId)
    },
    failed: ({ evaluationId }, error) => end(evaluationId, 'failed', error),
    stopped: ({ evaluationId }) => end(evaluationId, 'stopped'),
    concurrency: maxConcurrent,
    work: {
      kind: 'data-evaluation',
      async describe({ evaluationId }) {
        const row = await store.byId(evaluationId)
        if (row === undefined) return undefined
        const { id, spaceId } = row
        return { name: row.name, owner: row.startedBy, leadsTo: { page: 'evaluation', id, spaceId } }
      },
    },
  })

  return (evaluationId: string) => jobs.enqueue(evaluateImages, evaluationId, { evaluationId })
}
