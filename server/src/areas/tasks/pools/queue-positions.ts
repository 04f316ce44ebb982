import { offerOf } from '@vermilion/contract/tasks/executors'
import type { PoolProblem } from '@vermilion/contract/tasks/pools'
import { reason } from '../running/reasons.ts'
import type { Reason } from '../running/reasons.ts'
import type { Amounts } from './amounts.ts'
import type { PoolRow } from './pool-store.ts'
import { forecastQueue } from './queue-forecast.ts'
import type { ForecastNeeds } from './queue-forecast.ts'
import { shortageOf } from './shortage.ts'

export interface QueuePosition {
  position: number
  expectedStartAt: string | null
  /** Reason for not starting besides running tasks; null if none. */
  why: Reason | null
}

/** Milliseconds that a pool's forecast is cached. */
const holds = 1_000

export function createQueuePositions({ store, pools, clock, progress }: ForecastNeeds) {
  const entries = new Map<string, { at: number; positions: Promise<Map<string, QueuePosition>> }>()

  async function forecast(poolId: string): Promise<Map<string, QueuePosition>> {
    const pool = await pools.require(poolId).catch(() => undefined)
    const [waiting, running, past] = [
      await store.waiting(poolId),
      await store.runningIn(poolId),
      await store.past(poolId),
    ]
    const capacity = pool === undefined ? null : await pools.amounts(pool)
    const now = clock.now()
    const { turns, startOf } = forecastQueue({ waiting, running, past, capacity: capacity ?? {}, now, progress })
    const problem = pool === undefined || capacity !== null ? null : await pools.problemOf(pool)
    const away = problem === null || pool === undefined ? null : awayFrom(pool, problem)
    const whyOf = (need: Amounts) => away ?? neverFits(need, { pool: pool?.name ?? '', capacity: capacity ?? {} })
    return new Map(
      turns.map(({ id, need }, index) => {
        return [id, { position: index + 1, expectedStartAt: startOf(id), why: whyOf(need) }]
      }),
    )
  }

  return {
    of(poolId: string): Promise<Map<string, QueuePosition>> {
      const last = entries.get(poolId)
      if (last !== undefined && clock.now() - last.at < holds) return last.positions
      const positions = forecast(poolId)
      entries.set(poolId, { at: clock.now(), positions })
      return positions
    },
    forget: () => entries.clear(),
  }
}
export type QueuePositions = ReturnType<typeof createQueuePositions>

const awayFrom = ({ name, executor }: PoolRow, problem: PoolProblem) =>
  reason(offerOf(executor).device ? 'device-away' : 'pool-away', { pool: name, problem: problem.text })

function neverFits(need: Amounts, { pool, capacity }: { pool: string; capacity: Amounts }): Reason | null {
  const short = shortageOf(need, capacity)
  if (short === undefined) return null
  const { resource, asked, there } = short
  return reason('pool-too-small', { pool, resource, asked, there })
}
