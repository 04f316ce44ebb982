import type { Files } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { PromptSources } from '../prompt-sources.ts'
import type { ReplyRow } from '../replies/reply-store.ts'
import type { ResultStore } from '../result-store.ts'
import type { Scorers } from '../scorers/registry.ts'
import type { EvaluationRow, EvaluationStore } from '../store.ts'
import type { ContentScoring } from './content-scoring.ts'
import { listImages } from './list-images.ts'
import { createRecordScores } from './record-scores.ts'
import { collectWrites } from '#platform/database/collected-writes'
import { type ScoreEntry, scoreImages } from './score-images.ts'

interface Payload {
  readonly evaluationId: string
}

const evaluateImages = jobKind<Payload>('evaluate-images')

/** Evaluations under way at once. What they ask takes turns beside that. */
const mostAtOnce = 10

/** Scores that are written together, where no call was spent on them, and milliseconds between two writes. */
const writing = { most: 100, every: 500 }

/** Milliseconds between two steps of the progress. */
const progressEvery = 250

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly blobs: BlobStore
  readonly files: Files
  readonly store: EvaluationStore
  readonly results: ResultStore
  readonly scorers: Scorers
  readonly prompts: PromptSources
  readonly scoring: ContentScoring
  saveReplies(rows: readonly ReplyRow[]): Promise<void>
  /** Tells consoles of an evaluation, after the transaction around. */
  changed(row: Pick<EvaluationRow, 'id' | 'spaceId'>): void
  /** Called once an evaluation needs its replies no longer. */
  released(): void
}

/** Has models score images. What they said is known by its rows: a restart asks for the rest. */
export function registerEvaluating(needs: Needs) {
  const { database, clock, jobs, store, results, saveReplies, scorers, changed, released } = needs
  const record = createRecordScores(needs)

  /** Inside a transaction. */
  async function end(id: string, how: 'success' | 'failed' | 'stopped', error: string | null = null): Promise<void> {
    const row = await store.byId(id)
    if (row === undefined) return
    await store.step(id, how, { error, endedAt: clock.time() })
    changed(row)
    database.afterCommit(released)
  }

  /** An evaluation that has no score at all has failed, for the reason that came first. */
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
      // Aborts where one of the workers cannot go on.
      const stop = new AbortController()
      const showDone = async (images: number) => {
        changed(row)
        done += images
        // It is only shown: what is done is known by the rows.
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
        ...needs,
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
    concurrency: mostAtOnce,
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
