import type { Executor, RunUsage } from '#areas/executors'
import type { Platform } from '#platform/platform'
import type { TaskRow } from '../rows/task-row.ts'
import type { SeriesService } from './service.ts'

/** Minimum and maximum milliseconds between two samples of a task. */
const minPauseMs = 1_000
const maxPauseMs = 60_000
/** The pause between two samples grows with the run's age, so that the number of samples is bounded. */
const part = 1 / 600
/** The pause also grows with the number of tasks, which bounds the total cost. */
const share = 500

interface SamplerNeeds extends Pick<Platform, 'clock' | 'log' | 'lifecycle'> {
  executorOf(row: TaskRow): Promise<Executor>
  running(): Promise<TaskRow[]>
  record: SeriesService['record']
}

interface Sample {
  handle: string
  at: number
  usage: RunUsage
}

export function startSampling({ lifecycle, clock, log, executorOf, running, record }: SamplerNeeds): void {
  const last = new Map<string, Sample>()
  /** Tasks with a pending sample: an unresponsive engine delays only its own. */
  const request = new Set<string>()
  const away = new Set<string>()
  const written = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let sampling: Promise<void> | undefined
  let isOver = false

  async function sample(row: TaskRow, handle: string, others: number): Promise<void> {
    const { id } = row
    const previous = last.get(id)
    const age = Math.max(0, clock.now() - Date.parse(row.startedAt ?? row.createdAt))
    const pause = Math.min(maxPauseMs, Math.max(minPauseMs, age * part, others * share)) - minPauseMs / 2
    if (previous?.handle === handle && clock.now() - previous.at < pause) return
    const usage = (await (await executorOf(row)).usage?.(handle)) ?? null
    away.delete(row.pool)
    if (usage === null || isOver) return
    const now: Sample = { handle, at: clock.now(), usage }
    last.set(id, now)
    const values = previous?.handle === handle ? between(previous, now) : {}
    const step = Math.round(age / 1_000)
    const points = Object.entries(values).map(([name, value]): Point => [name, step, now.at, round(value)])
    if (points.length === 0) return
    const writing = record(id, 'system', { points })
    written.add(writing)
    await writing.finally(() => written.delete(writing))
  }

  function notMeasured({ id, pool }: TaskRow, error: unknown): void {
    const level = away.has(pool) ? 'debug' : 'warn'
    away.add(pool)
    log[level]({ err: error, taskId: id, pool }, 'a running task could not be measured')
  }

  async function sampleAll(): Promise<void> {
    const tasks = await running()
    for (const task of tasks) {
      const { id, handle } = task
      if (handle === null || request.has(id) || isOver) continue
      request.add(id)
      void sample(task, handle, tasks.length)
        .catch((error: unknown) => notMeasured(task, error))
        .finally(() => request.delete(id))
    }
    const left = new Set(tasks.map(({ id }) => id))
    for (const id of last.keys()) if (!left.has(id)) last.delete(id)
  }

  lifecycle.onStart(() => {
    timer = setInterval(() => {
      sampling ??= sampleAll()
        .catch((error: unknown) => log.warn({ err: error }, 'running tasks could not be measured'))
        .finally(() => (sampling = undefined))
    }, minPauseMs)
    timer.unref()
  })
  lifecycle.onStop(async () => {
    isOver = true
    clearInterval(timer)
    await sampling
    await Promise.allSettled(written)
  })
}

type Point = [name: string, step: number, time: number, value: number]

const mebibyte = 1024 * 1024
const round = (value: number) => Number(value.toPrecision(6))

/** Difference of two samples: bytes in MiB, flows per second. */
function between(previous: Sample, now: Sample): Record<string, number> {
  const seconds = Math.max(0.001, (now.at - previous.at) / 1_000)
  const flow = (from: number, to: number) => Math.max(0, to - from) / seconds
  const [one, other] = [previous.usage, now.usage]
  const values: Record<string, number> = {
    'system/cpu': flow(one.cpuSeconds, other.cpuSeconds),
    'system/memory': other.memoryBytes / mebibyte,
  }
  if (one.disk !== null && other.disk !== null) {
    values['system/disk/read'] = flow(one.disk.readBytes, other.disk.readBytes) / mebibyte
    values['system/disk/written'] = flow(one.disk.writtenBytes, other.disk.writtenBytes) / mebibyte
  }
  if (one.network !== null && other.network !== null) {
    const name = other.network.of === 'run' ? 'system/network' : 'system/machine-network'
    values[`${name}/received`] = flow(one.network.receivedBytes, other.network.receivedBytes) / mebibyte
    values[`${name}/sent`] = flow(one.network.sentBytes, other.network.sentBytes) / mebibyte
  }
  for (const { index, utilization, memoryBytes } of other.accelerators) {
    values[`system/accelerator-utilization/${index}`] = utilization * 100
    values[`system/accelerator-memory/${index}`] = memoryBytes / mebibyte
  }
  return values
}
