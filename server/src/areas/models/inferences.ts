import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Language } from '@vermilion/contract/kernel/text'
import type { InferenceResult, inferenceReport, Model, modelEndpoints } from '@vermilion/contract/models'
import { inferenceResult } from '@vermilion/contract/models'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Task } from '@vermilion/contract/tasks'
import { z } from 'zod'
import type { Datasets } from '#areas/datasets'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import { readJson } from '#platform/database/columns'
import { imageEntries, imageEntry } from './image-entry.ts'
import { createInferenceData, inferenceReference } from './inference-data.ts'
import type { InferenceReference } from './inference-data.ts'
import { createLineIndex } from './line-index.ts'
import type { ModelStore } from './store.ts'

type InferenceOrder = Received<typeof modelEndpoints.startInference>['body']
type Report = z.output<typeof inferenceReport>

export interface InferencesNeeds {
  store: ModelStore
  tasks: Tasks
  datasets: Datasets
  spaces: Spaces
  blobs: BlobStore
}

const inferenceImage = 'vermilion/onnx-inference'
const dataSourceName = 'inference'

/** `report.json` of the inference program, as far as it is shown. */
const programReport = z.object({
  total: z.number(),
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  measured: z.object({ images: z.number() }).nullable(),
})

/** A line of `predictions.jsonl`. */
const foundInImage = inferenceResult.pick({
  path: true,
  width: true,
  height: true,
  milliseconds: true,
  predictions: true,
  scores: true,
})

/** Runs models over images as tasks, and reads what they found. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createInferences(needs: InferencesNeeds) {
  const { store, tasks, datasets, spaces } = needs
  const lines = createLineIndex()
  tasks.dataSources.register(dataSourceName, createInferenceData(needs))

  /** Writes the images down as they are now. */
  async function writeSource(source: InferenceOrder['source']): Promise<{ content: Blob; data: Task['dataSource'] }> {
    if (source.kind === 'dataset') {
      const dataset = await datasets.service.require(source.datasetId)
      const version = source.versionId
      const content =
        version === undefined
          ? await datasets.snapshots.ofDataset(dataset, source.itemIds)
          : await datasets.versions.ready(version, dataset.id)
      return { content, data: { kind: 'dataset', id: dataset.id, name: dataset.name } }
    }
    const space = await spaces.get(source.spaceId)
    const images = some(datasets.images(space.id, source.folder), new Set(source.fileIds))
    return {
      content: await datasets.snapshots.ofSpace(space.name, images),
      data: { kind: 'space', id: space.id, name: space.name },
    }
  }

  /** Fails as `task.not-found` for a task that is no inference. */
  async function find(taskId: string): Promise<InferenceReference> {
    const row = await tasks.row(taskId)
    if (row.kind !== 'cloud-inference') throw fail('task.not-found', { taskId })
    return inferenceReference.parse(readJson(row.dataOrder).reference)
  }

  return {
    /** Fails as `task.not-found` for a task that is no inference. */
    async require(taskId: string): Promise<{ name: string; isEnded: boolean }> {
      await find(taskId)
      const { name, endedAt } = await tasks.row(taskId)
      return { name, isEnded: endedAt !== null }
    },

    /** What was found on images, by their numbers and in their order; undefined for what is not there. */
    async resultsAt(taskId: string, numbers: readonly number[]): Promise<(InferenceResult | undefined)[]> {
      const { data, output } = tasks.folders(taskId)
      const [predictions, images] = await Promise.all([
        lines.pick(join(output, 'predictions.jsonl'), numbers),
        lines.pick(join(data, imageEntries), numbers),
      ])
      return predictions.map((line, index) => (line === undefined ? undefined : resultOf(line, images[index])))
    },

    /** Fails as `dataset.not-found`, `space.not-found` or `dataset.empty`. `id` is the task's. */
    async start(
      model: Model,
      order: InferenceOrder,
      { id, creator, language }: { id: string; creator: Account; language: Language },
    ): Promise<Task> {
      const { source, confidence, overlap, ...task } = order
      const { content, data } = await writeSource(source)
      const { id: modelId, name: modelName, checksum } = model
      const reference: InferenceReference = { version: content.checksum, modelId, modelName, checksum }
      const image = { image: inferenceImage, parameters: { confidence, overlap } }
      const prepare = { by: dataSourceName, reference }
      const { checksum: read } = content
      return tasks.start(
        {
          ...task,
          ...image,
          id,
          kind: 'cloud-inference',
          creator: creator.username,
          dataSource: data,
          checksum: read,
          prepare,
        },
        language,
        () => datasets.snapshots.keep(content),
      )
    },

    async report(taskId: string): Promise<Report> {
      const { modelId, modelName } = await find(taskId)
      const { output } = tasks.folders(taskId)
      const about = { modelId: (await store.find(modelId)) ? modelId : null, modelName }
      const text = await readFile(join(output, 'report.json'), 'utf8').catch(() => undefined)
      if (text === undefined) {
        const images = await lines.count(join(output, 'predictions.jsonl'))
        return { ...about, images, measured: 0, latency: null }
      }
      const { total, latency, measured } = programReport.parse(JSON.parse(text))
      return { ...about, images: total, measured: measured?.images ?? 0, latency }
    },

    /** What was found so far, in the order of the images. The program writes a line an image, in that order. */
    async results(taskId: string, { cursor, limit }: PageQuery): Promise<Page<InferenceResult>> {
      await find(taskId)
      const { data, output } = tasks.folders(taskId)
      const match = join(output, 'predictions.jsonl')
      const total = await lines.count(match)
      const from = cursor === undefined ? 0 : parseCursor(cursor)
      const to = Math.min(from + limit, total)
      const [predictions, images] = await Promise.all([
        lines.read(match, from, to),
        lines.read(join(data, imageEntries), from, to),
      ])
      return {
        items: predictions.map((line, index) => resultOf(line, images[index])),
        total,
        from: predictions.length === 0 ? 0 : from + 1,
        nextCursor: to < total ? String(to) : null,
        previousCursor: from > 0 ? String(Math.max(0, from - limit)) : null,
      }
    },
  }
}

function resultOf(line: string, image: string | undefined): InferenceResult {
  const match = foundInImage.parse(JSON.parse(line))
  const existing = imageEntry.parse(JSON.parse(image ?? 'null'))
  if (existing.path !== match.path)
    throw new Error(`the result of ${match.path} stands at the place of ${existing.path}`)
  return { ...match, ...existing }
}

/** A cursor is the place of a page's first image. */
function parseCursor(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor)) throw fail('request.invalid', { detail: 'the cursor does not belong to this list' })
  return Number(cursor)
}

/** Of batches of files, those of these ids, or all when none is named; one at a time. */
async function* some<File extends { fileId: string }>(
  batches: AsyncIterable<readonly File[]>,
  ids: ReadonlySet<string>,
): AsyncGenerator<File> {
  for await (const batch of batches) {
    for (const file of batch) if (ids.size === 0 || ids.has(file.fileId)) yield file
  }
}
