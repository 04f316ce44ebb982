import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Clock } from '#platform/clock'
import type { TaskStore } from '../store.ts'
import type { Amounts } from './amounts.ts'
import type { ClaimRow } from './claim-store.ts'
import { claimOf } from './claims.ts'
import { expectedStarts } from './forecast.ts'
import type { Pools } from './pools.ts'
import { inTurn } from './turns.ts'

type Past = readonly { image: string; startedAt: string | null; endedAt: string | null }[]

export interface ForecastNeeds {
  store: TaskStore
  pools: Pools
  clock: Clock
  progress(taskId: string): Progress | null
}

interface Queue {
  waiting: readonly ClaimRow[]
  running: readonly ClaimRow[]
  past: Past
  capacity: Amounts
  /** Milliseconds since 1970. */
  now: number
  progress(taskId: string): Progress | null
}

export function forecastQueue({ waiting, running, past, capacity, now, progress }: Queue) {
  const lasted = averages(past)
  const runningClaims = running.map(claimOf)
  const turns = inTurn(waiting.map(claimOf), runningClaims)
  const lastsOf = (row: ClaimRow) => lasted.get(row.image) ?? limitOf(row)
  const starts = expectedStarts(now, {
    capacity,
    running: runningClaims.map(({ need, row }) => ({
      need,
      endsAt: endOf(row, { now, lasts: lastsOf(row), progress: progress(row.id) }),
    })),
    waiting: turns.map(({ id, need, row }) => ({ id, need, lasts: lastsOf(row) })),
  })
  const startOf = (taskId: string) => {
    const at = starts.get(taskId) ?? null
    return at === null ? null : new Date(at).toISOString()
  }
  return { turns, startOf }
}

/** In milliseconds. */
function averages(past: Past) {
  const all = new Map<string, number[]>()
  for (const { image, startedAt, endedAt } of past) {
    if (startedAt === null || endedAt === null) continue
    all.set(image, [...(all.get(image) ?? []), Date.parse(endedAt) - Date.parse(startedAt)])
  }
  return new Map([...all].map(([image, times]) => [image, times.reduce((sum, time) => sum + time, 0) / times.length]))
}

const limitOf = (row: ClaimRow) => (row.timeLimitSeconds === null ? null : row.timeLimitSeconds * 1_000)

function endOf(
  row: ClaimRow,
  { now, lasts, progress }: { now: number; lasts: number | null; progress: Progress | null },
): number | null {
  const startedAt = row.startedAt === null ? now : Date.parse(row.startedAt)
  const limit = limitOf(row)
  const byProgress =
    progress === null || progress.done <= 0 || progress.total <= 0
      ? null
      : startedAt + ((now - startedAt) * progress.total) / progress.done
  const end = byProgress ?? (lasts === null ? null : startedAt + lasts)
  if (limit === null) return end
  return Math.min(end ?? Infinity, startedAt + limit)
}
