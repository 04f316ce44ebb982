import { offerOf } from '@vermilion/contract/resources/executors'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { PoolProblem } from '@vermilion/contract/tasks/pools'
import type { Clock } from '#platform/clock'
import { reason } from '../running/reasons.ts'
import type { Reason } from '../running/reasons.ts'
import type { TaskStore } from '../store.ts'
import type { Amounts } from './amounts.ts'
import type { ClaimRow } from './claim-store.ts'
import { claimOf } from './claims.ts'
import { expectedStarts } from './forecast.ts'
import type { Pools } from './pools.ts'
import type { PoolRow } from './pool-store.ts'
import { wordsOf } from './problem.ts'
import { shortageOf } from './shortage.ts'
import { inTurn } from './turns.ts'

export interface QueuePosition {
  position: number
  expectedStartAt: string | null
  /** Why it does not only wait for others to end; null when it does. */
  why: Reason | null
}

/** Milliseconds that what was found of a pool holds. */
const holds = 1_000

/** Which turn each waiting task of a pool has, and when it is expected to start. */
interface Needs {
  store: TaskStore
  pools: Pools
  clock: Clock
  /** What a running task says of itself right now. */
  progress(taskId: string): Progress | null
}

export function createQueuePositions({ store, pools, clock, progress }: Needs) {
  const entries = new Map<string, { at: number; positions: Promise<Map<string, QueuePosition>> }>()

  async function look(poolId: string): Promise<Map<string, QueuePosition>> {
    const pool = await pools.require(poolId).catch(() => undefined)
    const [waiting, running, past] = [
      await store.waiting(poolId),
      await store.runningIn(poolId),
      await store.past(poolId),
    ]
    const lasted = averages(past)
    const now = clock.now()
    const runningClaims = running.map(claimOf)
    const turns = inTurn(waiting.map(claimOf), runningClaims)
    const capacity = pool === undefined ? null : await pools.amounts(pool)
    const lastsOf = (row: ClaimRow) => lasted.get(row.image) ?? limitOf(row)
    const starts = expectedStarts(now, {
      capacity: capacity ?? {},
      running: runningClaims.map(({ need, row }) => ({
        need,
        endsAt: endOf(row, { now, lasts: lastsOf(row), progress: progress(row.id) }),
      })),
      waiting: turns.map(({ id, need, row }) => ({ id, need, lasts: lastsOf(row) })),
    })
    const problem = pool === undefined || capacity !== null ? null : await pools.problemOf(pool)
    const away = problem === null || pool === undefined ? null : awayFrom(pool, problem)
    const whyOf = (need: Amounts) => away ?? neverFits(need, { pool: pool?.name ?? '', capacity: capacity ?? {} })
    return new Map(
      turns.map(({ id, need }, index) => {
        const at = starts.get(id) ?? null
        const expectedStartAt = at === null ? null : new Date(at).toISOString()
        return [id, { position: index + 1, expectedStartAt, why: whyOf(need) }]
      }),
    )
  }

  return {
    of(poolId: string): Promise<Map<string, QueuePosition>> {
      const last = entries.get(poolId)
      if (last !== undefined && clock.now() - last.at < holds) return last.positions
      const positions = look(poolId)
      entries.set(poolId, { at: clock.now(), positions })
      return positions
    },
    forget: () => entries.clear(),
  }
}
export type QueuePositions = ReturnType<typeof createQueuePositions>

const awayFrom = ({ name, executor }: PoolRow, problem: PoolProblem) =>
  reason(offerOf(executor).device ? 'device-away' : 'pool-away', { pool: name, problem: wordsOf(problem) })

function neverFits(need: Amounts, { pool, capacity }: { pool: string; capacity: Amounts }): Reason | null {
  const short = shortageOf(need, capacity)
  if (short === undefined) return null
  const { resource, asked, there } = short
  return reason('pool-too-small', { pool, resource, asked, there })
}

/** Milliseconds that tasks of each image took. */
function averages(past: readonly { image: string; startedAt: string | null; endedAt: string | null }[]) {
  const all = new Map<string, number[]>()
  for (const { image, startedAt, endedAt } of past) {
    if (startedAt === null || endedAt === null) continue
    all.set(image, [...(all.get(image) ?? []), Date.parse(endedAt) - Date.parse(startedAt)])
  }
  return new Map([...all].map(([image, times]) => [image, times.reduce((sum, time) => sum + time, 0) / times.length]))
}

const limitOf = (row: ClaimRow) => (row.timeLimitSeconds === null ? null : row.timeLimitSeconds * 1_000)

/** When a running task ends, by what it says of itself, else by how long its like took. */
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
