import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Datasets } from '#areas/datasets'
import { inferenceData, type Tasks } from '#areas/tasks'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { imageEntries } from '../inference/image-entry.ts'
import { inferenceReference } from '../inference/inference-data.ts'
import type { TrainingData } from '../lineage/training-data.ts'
import type { EvaluationRow, EvaluationStore } from './evaluation-store.ts'
import type { EvaluatedImageStore } from './image-store.ts'
import type { JudgedImage } from './messages.ts'
import { createTally } from './tally.ts'
import { judgeOnThread } from './thread.ts'
import { partsOfImages } from './training-parts.ts'

interface Needs {
  readonly database: Database
  readonly tasks: Tasks
  readonly store: Pick<EvaluationStore, 'find'>
  readonly images: Pick<EvaluatedImageStore, 'add'>
  readonly datasets: Pick<Datasets, 'snapshots'>
  readonly trainingData: Pick<TrainingData, 'contentsOf'>
}

interface RoundOrder {
  readonly taskId: string
  readonly round: number
  readonly confidence?: number | undefined
  readonly overlap: number
}

interface RoundProgress {
  readonly signal: AbortSignal
  /** Called in the transaction that stores a batch. */
  save(progress: { done: number; unit: 'images' }): Promise<void>
}

export const exportsOf = (folder: string, round: number) => join(folder, `evaluation-${round}`)

export function createRoundJudge({ database, tasks, store, images, datasets, trainingData }: Needs) {
  return async (
    { taskId, round, overlap, ...request }: RoundOrder,
    { signal, save }: RoundProgress,
  ): Promise<Pick<EvaluationRow, 'content' | 'cells' | 'curves'>> => {
    const row = await tasks.row(taskId)
    const { folder, data, output } = await tasks.files.at(taskId)
    const confidence = request.confidence ?? readJson(row.parameters)['confidence'] ?? 0
    const { version, modelId } = inferenceReference.parse(readJson(row.dataOrder).reference)
    const tally = createTally()
    const order = {
      predictions: join(output, 'predictions.jsonl'),
      images: join(data, imageEntries),
      model: join(data, inferenceData.model),
      exports: exportsOf(folder, round),
      confidence,
      overlap,
      parts: await partsOfImages(datasets.snapshots, version, await trainingData.contentsOf(modelId)),
    }
    const keep = async (judged: readonly JudgedImage[]) => {
      tally.add(judged)
      await database.transaction(async () => {
        // The task may have been deleted meanwhile.
        if ((await store.find(taskId)) === undefined) throw fail('task.not-found', { taskId })
        await images.add(taskId, round, judged)
        await save({ done: tally.images(), unit: 'images' })
      })
    }
    const { curves, overall, parts, ...findings } = await judgeOnThread(order, keep, signal)
    const storedParts = parts.map(({ curves: _curves, overall: _overall, ...part }) => {
      return { ...part, counts: tally.countsOf(part.part) }
    })
    return {
      content: writeJson({ ...findings, confidence, overlap, counts: tally.counts(), parts: storedParts }),
      cells: writeJson(tally.cells()),
      curves: writeJson({
        curves,
        overall,
        parts: parts.map((part) => ({ part: part.part, curves: part.curves, overall: part.overall })),
      }),
    }
  }
}
