import { realpath } from 'node:fs/promises'
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

interface Reading {
  maxBytes: number
  /** An unchanged version is not read again. */
  previousVersion?: string
}

/** Reads a program's file only when it is a regular file: it may be a pipe, a link, or endless. */
async function readWritten(outputFolder: string, name: string, { maxBytes, previousVersion }: Reading) {
  const file = await realpath(outputFolder)
    .then((folder) => openInFolder(folder, name))
    .catch(() => null)
  if (file === null) return null
  const { handle, size, modifiedAt } = file
  try {
    if (size > maxBytes) return null
    const version = `${size} ${modifiedAt}`
    if (version === previousVersion) return { text: '', version }
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
    return { text: buffer.toString('utf8', 0, bytesRead), version }
  } finally {
    await handle.close()
  }
}

export async function readMetrics(outputFolder: string): Promise<MetricTable> {
  return parseMetrics((await readWritten(outputFolder, 'results.csv', { maxBytes: maxMetricBytes }))?.text ?? '')
}

/** Null when missing or incomplete. */
const readProgressFile = <Schema extends z.ZodType>(outputFolder: string, schema: Schema) =>
  readJsonFile(outputFolder, 'progress.json', { maxBytes: maxProgressBytes, schema })

/** Null when missing or invalid. */
export const readReport = (outputFolder: string): Promise<TrainingReport | null> =>
  readJsonFile(outputFolder, 'report.json', { maxBytes: maxReportBytes, schema: trainingReport })

/** Null when the file is missing, too large, not a regular file, or does not match the schema. */
export async function readJsonFile<Schema extends z.ZodType>(
  outputFolder: string,
  name: string,
  { maxBytes, schema }: { maxBytes: number; schema: Schema },
): Promise<z.output<Schema> | null> {
  const match = await readWritten(outputFolder, name, { maxBytes })
  try {
    return schema.safeParse(JSON.parse(match?.text ?? '')).data ?? null
  } catch {
    return null
  }
}

export async function readEarlyEnd(outputFolder: string): Promise<EarlyEnd | null> {
  const match = await readProgressFile(outputFolder, earlyEnd)
  return match !== null && match.done < match.total ? match : null
}

const earlyEnd = progressSchema.extend({ unit: z.literal('epochs'), kept: z.number().int().min(0) })
export type EarlyEnd = z.output<typeof earlyEnd>

export interface Output {
  logSize: number
  metricRows: number
  progress: Progress | null
}

/** Unchanged files are not read again. */
export function createOutputReader(needs: {
  executor: Executor
  instance: () => Promise<string>
  outputFolder: string
}) {
  const { executor, instance, outputFolder } = needs
  let last: Output = { logSize: 0, metricRows: 0, progress: null }
  let metricsVersion = ''

  return async (handle: RunHandle): Promise<Output> => {
    const logSize = (await executor.logs(handle, await instance(), { offset: 0, limit: 0 }))?.size ?? 0
    const written = await readWritten(outputFolder, 'results.csv', {
      maxBytes: maxMetricBytes,
      previousVersion: metricsVersion,
    })
    const version = written?.version ?? ''
    const metricRows = version === metricsVersion ? last.metricRows : parseMetrics(written?.text ?? '').rows.length
    metricsVersion = version
    const progress = (await readProgressFile(outputFolder, progressSchema)) ?? last.progress
    last = { logSize, metricRows, progress }
    return last
  }
}
