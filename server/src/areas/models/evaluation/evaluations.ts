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
} from '@vermilion/contract/evaluations'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import { readJson } from '#platform/database/columns'
import type { Content } from '#platform/http/range'
import type { Inferences } from '../inference/inferences.ts'
import { type EvaluationNeeds, registerEvaluating, usualOverlap } from './evaluate.job.ts'
import type { EvaluationContent, StoredCurves } from './evaluation-store.ts'
import { exportFiles } from './export-files.ts'
import { exportsOf } from './judge-round.ts'
import { cellsOf } from './tally.ts'

type ImageQuery = Received<typeof evaluationEndpoints.listEvaluatedImages>['query']
type Request = Received<typeof evaluationEndpoints.evaluateInference>['body']

interface EvaluationsNeeds extends EvaluationNeeds {
  inferences: Pick<Inferences, 'require' | 'resultsAt'>
}

export type Evaluations = ReturnType<typeof createEvaluations>

export function createEvaluations(needs: EvaluationsNeeds) {
  const { database, tasks, store, images, inferences } = needs
  const begin = registerEvaluating(needs)

  async function latest(taskId: string) {
    await inferences.require(taskId)
    const row = await store.find(taskId)
    if (row === undefined || row.content === null) throw fail('evaluation.missing')
    return { ...row, content: readJson(row.content) }
  }

  return {
    latest,

    async get(taskId: string): Promise<Evaluation> {
      await inferences.require(taskId)
      const row = await store.find(taskId)
      if (row === undefined) throw fail('evaluation.missing')
      const { status, error, evaluatedAt } = row
      return { ...(row.content === null ? noContent : readJson(row.content)), taskId, status, error, evaluatedAt }
    },

    async request(taskId: string, { confidence, overlap }: Request): Promise<void> {
      const { isEnded } = await inferences.require(taskId)
      if (!isEnded) throw fail('task.not-ended', { taskId })
      await database.transaction(() => begin({ taskId, confidence, overlap }))
    },

    async curves(taskId: string, part?: TrainingPart): Promise<EvaluationCurves> {
      await latest(taskId)
      const curves = (await store.curves(taskId))?.curves
      const all: StoredCurves | undefined = curves ? readJson(curves) : undefined
      const own = part === undefined ? all : all?.parts.find((one) => one.part === part)
      const classes = (own?.curves ?? []).map(({ precision, recall, ...rest }) => {
        return { ...rest, precision, recall, f1: precision.map((value, step) => f1(value, recall[step] ?? 0)) }
      })
      return { steps: [...confidenceSteps], overall: own?.overall ?? null, classes }
    },

    async confusion(taskId: string, part?: TrainingPart): Promise<{ cells: ConfusionCell[] }> {
      await latest(taskId)
      const cells = (await store.cells(taskId))?.cells
      return { cells: cells ? cellsOf(readJson(cells), part) : [] }
    },

    async images(taskId: string, request: ImageQuery): Promise<Page<EvaluatedImage>> {
      const { round } = await latest(taskId)
      const { cursor, limit, sort = '-badness', ...filter } = request
      const page = await images.page(taskId, round, { cursor, limit, sort, filter })
      const numbers = page.items.map(({ number }) => number)
      const results = await inferences.resultsAt(taskId, numbers)
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
      const { name } = await inferences.require(taskId)
      const file = join(exportsOf((await tasks.files.at(taskId, 'evaluation-')).folder, round), exportFiles[kind])
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

const noContent: EvaluationContent = {
  labelType: 'target-detection',
  labels: [],
  confidence: 0,
  countsByConfidence: false,
  overlap: usualOverlap,
  images: 0,
  measured: 0,
  instances: 0,
  figures: {},
  classes: [],
  bestConfidence: null,
  counts: { right: 0, missed: 0, wrong: 0, extra: 0 },
  parts: [],
  unknownLabels: [],
}
