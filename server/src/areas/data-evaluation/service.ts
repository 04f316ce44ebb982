import type {
  DataEvaluation,
  DataEvaluationDraft,
  Estimate,
  ImageResult,
  FileScore,
  ListedDataEvaluation,
} from '@vermilion/contract/data-evaluations'
import type { DataEvaluationReport } from '@vermilion/contract/data-evaluations/report'
import type { Standard } from '@vermilion/contract/data-evaluations/standards'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { jobWorkName } from '#platform/jobs/work'
import type { Platform } from '#platform/platform'
import { toEvaluation, toImageResult, toModelScore, toUsedStandard } from './results/entities.ts'
import { estimateOf } from './running/estimate.ts'
import { reportOf } from './report/report.ts'
import type { ReportStore } from './report/report-store.ts'
import type { ReplyStore } from './replies/reply-store.ts'
import type { ResultStore } from './results/result-store.ts'
import { hasEnded } from './rules.ts'
import type { Scorers } from './scorers/registry.ts'
import type { Scorer } from './scorers/scorer.ts'
import type { Standards } from './standards/standards.ts'
import type { EvaluationQuery, EvaluationRow, EvaluationStore } from './store.ts'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'work'> {
  readonly spaces: Spaces
  readonly files: Files
  readonly store: EvaluationStore
  readonly results: ResultStore
  readonly reports: ReportStore
  readonly replies: ReplyStore
  readonly scorers: Scorers
  readonly standards: Standards
  enqueue(evaluationId: string): Promise<string>
  remove(evaluationId: string): Promise<void>
  changed(row: Pick<EvaluationRow, 'id' | 'spaceId'>): void
}

type Order = Omit<DataEvaluationDraft, 'name'>

const counts = { done: 0, scored: 0, failed: 0, reused: 0, calls: 0, promptTokens: 0, completionTokens: 0 }
const nothing = { images: null, error: null, startedAt: null, endedAt: null, deletedAt: null }

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createEvaluationService(needs: Needs) {
  const { database, clock, work, spaces, files, store, results, reports, scorers, standards } = needs

  async function find(id: string): Promise<EvaluationRow> {
    const row = await store.byId(id)
    if (row === undefined || row.deletedAt !== null) throw fail('data-evaluation.not-found')
    return row
  }

  async function resolve(order: Order, language: Language): Promise<{ scorers: Scorer[]; standard: Standard | null }> {
    const { fileIds, folders, filter } = order.selection
    if (fileIds.length === 0 && folders.length === 0 && filter === undefined) throw fail('file.none-selected')
    const matches: Scorer[] = []
    for (const model of order.models) {
      const scorer = await scorers.find(model)
      if (scorer === undefined) throw fail('scorer.not-found', { model })
      matches.push(scorer)
    }
    const needy = matches.find(({ entity }) => entity.needsStandard)
    if (needy === undefined) return { scorers: matches, standard: null }
    if (order.standardId === null) throw fail('standard.missing', { model: needy.entity.name })
    const standard = await standards.find(order.standardId, language)
    if (standard === undefined) throw fail('standard.not-found')
    return { scorers: matches, standard }
  }

  return {
    scorers: () => scorers.list(),
    get: async (id: string) => toEvaluation(await find(id)),

    async list(spaceId: string, query: EvaluationQuery): Promise<Page<ListedDataEvaluation>> {
      await spaces.get(spaceId)
      const page = await store.page(spaceId, query)
      const ids = page.items.map(({ id }) => id)
      const [means, covers] = await Promise.all([results.meansOf(ids), results.coversOf(ids)])
      const items = page.items.map((row) => ({
        ...toEvaluation(row),
        covers: covers.get(row.id) ?? [],
        meanScore: means.get(row.id) ?? null,
      }))
      return { ...page, items }
    },

    async create(
      spaceId: string,
      draft: DataEvaluationDraft,
      by: { username: string; language: Language },
    ): Promise<DataEvaluation> {
      await spaces.get(spaceId)
      const { scorers: matches, standard } = await resolve(draft, by.language)
      const models = matches.map(({ entity: { id, name } }) => ({ id, name, weight: draft.weights[id] ?? 1 }))
      return database.transaction(async () => {
        const id = newId()
        const row: EvaluationRow = {
          ...nothing,
          ...counts,
          id,
          spaceId,
          name: draft.name,
          selection: writeJson(draft.selection),
          models: writeJson(models),
          standard: standard === null ? null : writeJson(standard),
          joint: draft.joint,
          status: 'queuing',
          startedBy: by.username,
          jobId: await needs.enqueue(id),
          createdAt: clock.time(),
        }
        await store.add(row)
        needs.changed(row)
        return toEvaluation(row)
      })
    },

    async estimate(spaceId: string, order: Order, language: Language): Promise<Estimate> {
      await spaces.get(spaceId)
      const resolved = await resolve(order, language)
      return estimateOf(needs, { spaceId, selection: order.selection, ...resolved })
    },

    async stop(id: string, by: string): Promise<DataEvaluation> {
      const row = await find(id)
      if (hasEnded(row.status)) throw fail('data-evaluation.ended')
      await work.stop(`${jobWorkName}.${row.jobId}`, by)
      return toEvaluation(await find(id))
    },

    retry: (id: string): Promise<DataEvaluation> =>
      database.transaction(async () => {
        const row = await find(id)
        if (!hasEnded(row.status)) throw fail('data-evaluation.not-ended')
        await spaces.get(row.spaceId)
        const reopened = await results.forgetFailed(id)
        const jobId = await needs.enqueue(id)
        await store.step(id, 'queuing', { jobId, error: null, endedAt: null, failed: 0, done: row.done - reopened })
        needs.changed(row)
        return toEvaluation(await find(id))
      }),

    remove: (id: string): Promise<void> =>
      database.transaction(async () => {
        const row = await find(id)
        if (!hasEnded(row.status)) throw fail('data-evaluation.not-ended')
        await needs.remove(id)
        needs.changed(row)
      }),

    async listResults(id: string, query: PageQuery & { sort: string }): Promise<Page<ImageResult>> {
      const row = await find(id)
      const models = readJson(row.models)
      const page = await results.page(id, { ...query, total: row.images ?? undefined })
      const fileIds = page.items.map(({ fileId }) => fileId)
      const scores = fileIds.length === 0 ? [] : await results.scoresOf(id, fileIds)
      return { ...page, items: page.items.map((item) => toImageResult(item, scores, models)) }
    },

    report: async (id: string): Promise<DataEvaluationReport> => reportOf(reports, await find(id)),

    async scoresOfFile(fileId: string): Promise<FileScore[]> {
      const { checksum } = await files.get(fileId)
      const rows = checksum === null ? [] : await results.ofFile(fileId, checksum)
      const latest = new Map(rows.toReversed().map((row) => [row.model, row]))
      return [...latest.values()].map(({ evaluationId, evaluationName, models, standard, createdAt: at, ...row }) => ({
        ...toModelScore({ ...row, evaluationId, createdAt: at }, readJson(models)),
        evaluationId,
        evaluationName,
        standard: toUsedStandard({ standard }),
        at,
      }))
    },
  }
}

export type EvaluationService = ReturnType<typeof createEvaluationService>
