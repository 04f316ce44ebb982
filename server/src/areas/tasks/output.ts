import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { progress as progressSchema } from '@vermilion/contract/kernel/fields'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { MetricTable } from '@vermilion/contract/tasks'
import { z } from 'zod'
import type { Executor, RunHandle } from '#areas/resources'
import { parseMetrics } from './metrics.ts'

/** Bytes of `results.csv` that are read; a row an epoch stays far below. */
const mostMetricBytes = 8 * 1024 * 1024

export async function readMetrics(outputFolder: string): Promise<MetricTable> {
  const path = join(outputFolder, 'results.csv')
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.size > mostMetricBytes) return { columns: [], rows: [] }
  return parseMetrics(await readFile(path, 'utf8'))
}

/** What the program says of its progress in `progress.json`; null when it says nothing, or is just writing. */
export async function readProgress(outputFolder: string): Promise<Progress | null> {
  const text = await readFile(join(outputFolder, 'progress.json'), 'utf8').catch(() => '')
  try {
    return progressSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * The epoch that a training kept when it ended before its last, as its `progress.json` says (`kept`); null for one that
 * went through, or says nothing of it.
 */
export async function readEarlyEnd(outputFolder: string): Promise<EarlyEnd | null> {
  const text = await readFile(join(outputFolder, 'progress.json'), 'utf8').catch(() => '')
  try {
    const found = earlyEnd.safeParse(JSON.parse(text)).data
    return found !== undefined && found.done < found.total ? found : null
  } catch {
    return null
  }
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
    const found = await stat(join(outputFolder, 'results.csv')).catch(() => null)
    const version = found ? `${found.size} ${found.mtimeMs}` : ''
    const metricRows = version === metricsVersion ? last.metricRows : (await readMetrics(outputFolder)).rows.length
    metricsVersion = version
    const progress = (await readProgress(outputFolder)) ?? last.progress
    last = { logSize, metricRows, progress }
    return last
  }
}
