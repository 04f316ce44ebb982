import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { estimateEndpoints, ExpectedStart } from '@vermilion/contract/tasks/estimates'
import { writeJson } from '#platform/database/columns'
import { freeIndexes } from './accelerators.ts'
import type { ClaimRow } from './claim-store.ts'
import { claimOf } from './claims.ts'
import { forecastQueue } from './queue-forecast.ts'
import type { ForecastNeeds } from './queue-forecast.ts'
import { startable } from './turns.ts'

type StartRequest = Received<typeof estimateEndpoints.expectStart>['body']

const orderedId = ''

export function createExpectedStart({ store, pools, clock, progress }: ForecastNeeds) {
  return async (request: StartRequest, creator: string): Promise<ExpectedStart> => {
    const ordered = rowOf(request, { creator, createdAt: clock.time() })
    const pool = await pools.fitting(request.pool, claimOf(ordered).need)
    const waiting = [...(await store.waiting(pool.id)), ordered]
    const capacity = (await pools.amounts(pool)) ?? {}
    const { running, used, devices, there } = await pools.occupancyOf(pool, capacity)
    const isNow =
      startable(waiting.map(claimOf), running.map(claimOf), there).some(({ id }) => id === orderedId) &&
      freeIndexes(ordered, used, devices) !== null
    const past = await store.past(pool.id)
    const { turns, startOf } = forecastQueue({ waiting, running, past, capacity, now: clock.now(), progress })
    const index = turns.findIndex(({ id }) => id === orderedId)
    return { isNow, before: isNow ? 0 : index, expectedStartAt: isNow ? null : startOf(orderedId) }
  }
}

function rowOf(
  { image, priority, resources, instances }: StartRequest,
  { creator, createdAt }: Pick<ClaimRow, 'creator' | 'createdAt'>,
): ClaimRow {
  const { cpu, memoryBytes, accelerator } = resources
  return {
    id: orderedId,
    name: '',
    creator,
    priority,
    createdAt,
    startedAt: null,
    image,
    cpu,
    memoryBytes,
    acceleratorType: accelerator.type,
    acceleratorCount: accelerator.count,
    acceleratorIndexes: null,
    instances: writeJson(instances),
    timeLimitSeconds: null,
  }
}
