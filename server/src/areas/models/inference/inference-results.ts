import { join } from 'node:path'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { type InferenceResult, inferenceResult } from '@vermilion/contract/models'
import type { InferenceReport } from '@vermilion/contract/models/inference-report'
import { z } from 'zod'
import { maxReportBytes, readJsonFile, type Tasks } from '#areas/tasks'
import { imageEntries, imageEntry } from './image-entry.ts'
import { createLineIndex } from './line-index.ts'
import { numberedPage } from './numbered-page.ts'

type ImageReport = Pick<InferenceReport, 'images' | 'measured' | 'latency'>

const programReport = z.object({
  total: z.number(),
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  measured: z.object({ images: z.number() }).nullable(),
})

const foundInImage = inferenceResult.pick({
  path: true,
  width: true,
  height: true,
  milliseconds: true,
  predictions: true,
  scores: true,
})

export function createInferenceResults(tasks: Pick<Tasks, 'files'>) {
  const lines = createLineIndex()

  return {
    /** Results by image number, in the requested order; undefined for missing ones. */
    async resultsAt(taskId: string, numbers: readonly number[]): Promise<(InferenceResult | undefined)[]> {
      const { data, output } = await tasks.files.at(taskId)
      const [predictions, images] = await Promise.all([
        lines.pick(join(output, 'predictions.jsonl'), numbers),
        lines.pick(join(data, imageEntries), numbers),
      ])
      return predictions.map((line, index) => (line === undefined ? undefined : resultOf(line, images[index])))
    },

    async report(taskId: string): Promise<ImageReport> {
      const { output } = await tasks.files.at(taskId, 'output/')
      const report = await readJsonFile(output, 'report.json', { maxBytes: maxReportBytes, schema: programReport })
      if (report === null) {
        const images = await lines.count(join(output, 'predictions.jsonl'))
        return { images, measured: 0, latency: null }
      }
      const { total, latency, measured } = report
      return { images: total, measured: measured?.images ?? 0, latency }
    },

    async page(taskId: string, query: PageQuery): Promise<Page<InferenceResult>> {
      const { data, output } = await tasks.files.at(taskId)
      const match = join(output, 'predictions.jsonl')
      const total = await lines.count(match)
      return numberedPage(total, query, async (from, to) => {
        const [predictions, images] = await Promise.all([
          lines.read(match, from, to),
          lines.read(join(data, imageEntries), from, to),
        ])
        return predictions.map((line, index) => resultOf(line, images[index]))
      })
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
