import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { progress as progressSchema } from '@vermilion/contract/kernel/fields'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { MetricTable } from '@vermilion/contract/tasks/results'
import { trainingReport } from '@vermilion/contract/tasks/training-report'
import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import { z } from 'zod'
import type { Executor, RunHandle } from '#areas/executors'
import { openInFolder } from '#platform/blobs/folder-file'
import { parseMetrics } from './metrics.ts'

const maxMetricBytes = 8 * 1024 * 1024
const maxProgressBytes = 64 * 1024
export const maxReportBytes = 4 * 1024 * 1024

/** Reads a program's file only when it is a regular file: it may be a pipe, a link, or endless. */
async function readWritten(outputFolder: string, name: string, maxBytes: number): Promise<string | null> {
  const file = await realpath(outputFolder)
    .then((folder) => openInFolder(folder, name))
    .catch(() => null)
  if (file === null) return null
  const { handle, size } = file
  try {
    if (size > maxBytes) return null
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

export async function readMetrics(outputFolder: string): Promise<MetricTable> {
  return parseMetrics((await readWritten(outputFolder, 'results.csv', maxMetricBytes)) ?? '')
}

/** Null when missing or invalid. */
export const readReport = (outputFolder: string): Promise<TrainingReport | null> =>
  readJsonFile(outputFolder, 'report.json', { maxBytes: maxReportBytes, schema: trainingReport })

/** Null when the file is missing, too large, not a regular file, or does not match the schema. */
export async function readJsonFile<Schema extends z.ZodType>(
  outputFolder: string,
  name: string,
  { maxBytes, schema }: { maxBytes: number; schema: Schema },
): Promise<z.output<Schema> | null> {
  return parseAs(schema, await readWritten(outputFolder, name, maxBytes))
}

function parseAs<Schema extends z.ZodType>(schema: Schema, text: string | null): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}

export async function readEarlyEnd(outputFolder: string): Promise<EarlyEnd | null> {
  const match = await readJsonFile(outputFolder, 'progress.json', { maxBytes: maxProgressBytes, schema: earlyEnd })
  return match !== null && match.done < match.total ? match : null
}

const earlyEnd = progressSchema.extend({ unit: z.literal('epochs'), kept: z.number().int().min(0) })
export type EarlyEnd = z.output<typeof earlyEnd>

export interface Output {
  logSize: number
  metricRows: number
  progress: Progress | null
}

/** Gives the text of a file when it has changed, empty when there is none. */
function createChangeReader(outputFolder: string, name: string, maxBytes: number) {
  let version: string | undefined
  return async (): Promise<string | undefined> => {
    const current = await lstat(join(outputFolder, name)).then(
      ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
      () => '',
    )
    if (current === version) return undefined
    version = current
    return current === '' ? '' : ((await readWritten(outputFolder, name, maxBytes)) ?? '')
  }
}

export function createOutputReader(needs: {
  executor: Executor
  instance: () => Promise<string>
  outputFolder: string
}) {
  const { executor, instance, outputFolder } = needs
  const readMetricsText = createChangeReader(outputFolder, 'results.csv', maxMetricBytes)
  const readProgressText = createChangeReader(outputFolder, 'progress.json', maxProgressBytes)
  let name: Promise<string> | undefined
  let last: Output = { logSize: 0, metricRows: 0, progress: null }

  return async (handle: RunHandle): Promise<Output> => {
    const logSize = (await executor.logs(handle, await (name ??= instance()), { offset: 0, limit: 0 }))?.size ?? 0
    const metrics = await readMetricsText()
    const progress = await readProgressText()
    last = {
      logSize,
      metricRows: metrics === undefined ? last.metricRows : parseMetrics(metrics).rows.length,
      progress: (progress === undefined ? null : parseAs(progressSchema, progress)) ?? last.progress,
    }
    return last
  }
}
