import { hostname } from 'node:os'
import type { Accounts } from '#areas/accounts'
import type { DeviceArea } from '#areas/devices'
import { thisMachine } from '#areas/executors'
import type { Tasks } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { usedShare } from '#platform/disk-space'
import type { Health } from '../health/health.ts'
import { type Sampler, serverHost } from '../sampling/sampler.ts'
import type { MonitoredFacts } from './conditions.ts'

export interface FactsNeeds {
  readonly clock: Clock
  readonly sampler: Sampler
  readonly devices: Pick<DeviceArea, 'store'>
  readonly tasks: Pick<Tasks, 'queues' | 'pools'>
  readonly accounts: Pick<Accounts, 'accessTokens'>
  readonly blobs: Pick<BlobStore, 'service'>
  readonly health: Pick<Health, 'latest'>
}

export function createFactsReader({ clock, sampler, devices, tasks, accounts, health, blobs }: FactsNeeds) {
  async function readQueuingSince(): Promise<number | null> {
    let earliest: number | null = null
    for (const { pool, since } of await tasks.queues({ forAccelerators: true })) {
      if ((await tasks.pools.executorOf(pool)).machine !== thisMachine) continue
      earliest = Math.min(earliest ?? Infinity, Date.parse(since))
    }
    return earliest
  }

  function serverOf(): MonitoredFacts['server'] {
    const latest = sampler.latest()
    if (latest === undefined) return null
    const { disk, temperature } = latest.reading
    const share = usedShare(disk.used, disk.free)
    return { id: serverHost, name: hostname(), disk: share, temperature, accelerators: sampler.accelerators() }
  }

  async function readQueues(): Promise<MonitoredFacts['queues']> {
    const names = await tasks.pools.names()
    const queues = await tasks.queues({ forAccelerators: false })
    return queues.map(({ pool, since }) => ({ id: pool, name: names.get(pool) ?? pool, since: Date.parse(since) }))
  }

  return async (): Promise<MonitoredFacts> => {
    const [deviceHealth, accessTokens, queuingSince, healthStates, pools, queues] = await Promise.all([
      devices.store.health(),
      accounts.accessTokens.expiring(),
      readQueuingSince(),
      health.latest(),
      tasks.pools.reachability(),
      readQueues(),
    ])
    const read = { accessTokens, queuingSince, healthStates, pools, queues }
    return { now: clock.now(), server: serverOf(), devices: deviceHealth, store: blobs.service?.(), ...read }
  }
}
