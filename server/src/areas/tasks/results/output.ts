import { realpath } from 'node:fs/promises'
import { progress as progressSchema } from '@vermilion/contract/kernel/fields'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { MetricTable } from '@vermilion/contract/tasks/results'
import { trainingReport } from '@vermilion/contract/tasks/training-report'
import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import { z } from 'zod'
import type { Executor, RunHandle } from '#areas/resources'
import { openInFolder } from '#platform/blobs/folder-file'
import { parseMetrics } from './metrics.ts'

/** Bytes of `results.csv` that are read; a row an epoch stays far below. */
const mostMetricBytes = 8 * 1024 * 1024
const mostProgressBytes = 64 * 1024
/** Bytes of a `report.json` that are read. */
export const mostReportBytes = 4 * 1024 * 1024

interface Reading {
  mostBytes: number
  /** The version that was read before: its text is not read again. */
  previousVersion?: string
}

/** Reads a file that the program wrote, if it is one: it may also be a pipe, a link, or without end. */
async function readWritten(outputFolder: string, name: string, { mostBytes, previousVersion }: Reading) {
  const file = await realpath(outputFolder)
    .then((folder) => openInFolder(folder, name))
    .catch(() => null)
  if (file === null) return null
  const { handle, size, modifiedAt } = file
  try {
    if (size > mostBytes) return null
    const version = `${size} ${modifiedAt}`
    if (version === previousVersion) return { text: '', version }
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
    return { text: buffer.toString('utf8', 0, bytesRead), version }
  } finally {
    await handle.close()
  }
}

export async function readMetrics(outputFolder: string): Promise<MetricTable> {
  return parseMetrics((await readWritten(outputFolder, 'results.csv', { mostBytes: mostMetricBytes }))?.text ?? '')
}

/** What the program says of its progress in `progress.json`; null when it says nothing, or is just writing. */
const readProgressFile = <Schema extends z.ZodType>(outputFolder: string, schema: Schema) =>
  readJsonFile(outputFolder, 'progress.json', { mostBytes: mostProgressBytes, schema })

/** What a training says of its best model in `report.json`; null while it says nothing, or another thing. */
export const readReport = (outputFolder: string): Promise<TrainingReport | null> =>
  readJsonFile(outputFolder, 'report.json', { mostBytes: mostReportBytes, schema: trainingReport })

/**
 * A JSON file that a task wrote, read within a limit; null where there is none, it is too large, a link or a pipe, or it says
 * another thing than the schema. The one way in which such files are read.
 */
export async function readJsonFile<Schema extends z.ZodType>(
  outputFolder: string,
  name: string,
  { mostBytes, schema }: { mostBytes: number; schema: Schema },
): Promise<z.output<Schema> | null> {
  const match = await readWritten(outputFolder, name, { mostBytes })
  try {
    return schema.safeParse(JSON.parse(match?.text ?? '')).data ?? null
  } catch {
    return null
  }
}

/**
 * The epoch that a training kept when it ended before its last, as its `progress.json` says (`kept`); null for one that
 * went through, or says nothing of it.
 */
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

/** Looks at what a run has written so far. Asking again costs little when nothing changed. */
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
      mostBytes: mostMetricBytes,
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
