import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { confidenceSteps, f1 } from '@vermilion/contract/detection/ranking'
import {
  type ConfusionCell,
  type EvaluatedImage,
  type Evaluation,
  type EvaluationCurves,
  type evaluationEndpoints,
  evaluationProblem,
  measures,
} from '@vermilion/contract/evaluations'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { InferenceResult } from '@vermilion/contract/models'
import { type JsonText, readJson } from '#platform/database/columns'
import type { Content } from '#platform/http/range'
import { type EvaluationNeeds, registerEvaluating } from './evaluate.job.ts'
import type { StoredCurves } from './evaluation-store.ts'
import { exportFiles } from './export-files.ts'
import { exportsOf } from './judge-round.ts'
import { cellsOf } from './tally.ts'

type ImageQuery = Received<typeof evaluationEndpoints.listEvaluatedImages>['query']
type Request = Received<typeof evaluationEndpoints.evaluateInference>['body']

interface EvaluationsNeeds extends EvaluationNeeds {
  requireInference(taskId: string): Promise<{ name: string; isEnded: boolean }>
  resultsAt(taskId: string, numbers: readonly number[]): Promise<(InferenceResult | undefined)[]>
}

export type Evaluations = ReturnType<typeof createEvaluations>

export function createEvaluations(needs: EvaluationsNeeds) {
  const { database, tasks, store, images, requireInference, resultsAt } = needs
  const begin = registerEvaluating(needs)

  async function latest(taskId: string) {
    await requireInference(taskId)
    const row = await store.find(taskId)
    if (row === undefined || row.content === null) throw fail('evaluation.missing')
    return { ...row, content: readJson(row.content) }
  }

  return {
    latest,

    async get(taskId: string): Promise<Evaluation> {
      await requireInference(taskId)
      const row = await store.find(taskId)
      if (row === undefined) throw fail('evaluation.missing')
      const { status, evaluatedAt } = row
      const about = { taskId, status, error: problemOf(row.error), evaluatedAt }
      if (row.content === null) return { ...nothing.evaluation, ...about }
      const { classes, labels, unknownLabels, parts = [], ...content } = readJson(row.content)
      const countsByConfidence = content.countsByConfidence ?? measures[content.labelType].hasConfidence
      return {
        ...content,
        countsByConfidence,
        classes: [...classes],
        labels: [...labels],
        unknownLabels: [...unknownLabels],
        parts: parts.map((part) => ({ ...part, classes: [...part.classes] })),
        ...about,
      }
    },

    async request(taskId: string, { confidence, overlap }: Request): Promise<void> {
      const { isEnded } = await requireInference(taskId)
      if (!isEnded) throw fail('task.not-ended', { taskId })
      await database.transaction(() => begin({ taskId, confidence, overlap }))
    },

    async curves(taskId: string, part?: TrainingPart): Promise<EvaluationCurves> {
      await latest(taskId)
      return curvesIn(await store.curves(taskId), part)
    },

    async confusion(taskId: string, part?: TrainingPart): Promise<{ cells: ConfusionCell[] }> {
      await latest(taskId)
      const text = await store.cells(taskId)
      return { cells: text === null ? [] : cellsOf(readJson(text), part) }
    },

    async images(taskId: string, request: ImageQuery): Promise<Page<EvaluatedImage>> {
      const { round } = await latest(taskId)
      const { cursor, limit, sort = '-badness', ...filter } = request
      const page = await images.page(taskId, round, { cursor, limit, sort, filter })
      const results = await resultsAt(
        taskId,
        page.items.map(({ number }) => number),
      )
      const items = page.items.flatMap((row, index): EvaluatedImage[] => {
        const result = results[index]
        if (result === undefined) return []
        const { number, part, right, missed, wrong, extra, badness } = row
        return [
          { ...result, number, part, verdict: row.measured === 1 ? { right, missed, wrong, extra, badness } : null },
        ]
      })
      return { ...page, items }
    },

    async file(taskId: string, kind: keyof typeof exportFiles): Promise<Content> {
      const { round } = await latest(taskId)
      const { name } = await requireInference(taskId)
      const file = join(exportsOf(tasks.folders(taskId).folder, round), exportFiles[kind])
      const stats = await stat(file).catch(() => undefined)
      if (stats === undefined) throw fail('evaluation.missing')
      return {
        size: stats.size,
        mediaType: kind === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
        tag: `${taskId}-${round}-${kind}`,
        downloadName: `${name}-${exportFiles[kind]}`,
        open: async (range) => createReadStream(file, range),
      }
    },
  }
}

function curvesIn(text: JsonText<StoredCurves> | null, part: TrainingPart | undefined): EvaluationCurves {
  const all: StoredCurves = text === null ? nothing.curves : readJson(text)
  const own = part === undefined ? all : all.parts?.find((one) => one.part === part)
  const { curves, overall } = own ?? nothing.curves
  const classes = curves.map(({ precision, recall, ...rest }) => {
    return { ...rest, precision, recall, f1: precision.map((value, step) => f1(value, recall[step] ?? 0)) }
  })
  return { steps: [...confidenceSteps], overall, classes }
}

/** Earlier versions stored a text, which becomes `other`. */
const problemOf = (error: string | null) =>
  error === null ? null : (evaluationProblem.safeParse(error).data ?? 'other')

const nothing = {
  curves: { curves: [], overall: null } satisfies StoredCurves,
  evaluation: {
    labelType: 'target-detection',
    labels: [],
    confidence: 0,
    countsByConfidence: false,
    overlap: 0.5,
    images: 0,
    measured: 0,
    instances: 0,
    figures: {},
    classes: [],
    bestConfidence: null,
    counts: { right: 0, missed: 0, wrong: 0, extra: 0 },
    parts: [],
    unknownLabels: [],
  } satisfies Partial<Evaluation>,
}
