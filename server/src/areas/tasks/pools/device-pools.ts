import { writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { Executors } from './executors.ts'
import type { PoolRow, PoolStore } from './pool-store.ts'

interface DevicePoolNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  store: PoolStore
  executors: Executors
  /** Called when a pool may have more capacity. */
  changed(): void
}

const poolOf = (deviceId: string) => `device-${deviceId}`

/** One pool per device. Its tasks run one at a time, so that measurements do not disturb each other. */
export function createDevicePools({ database, clock, events, store, executors, changed }: DevicePoolNeeds) {
  return {
    idOf: poolOf,
    async ensure({ id: deviceId, name }: { id: string; name: string }): Promise<string> {
      const id = poolOf(deviceId)
      await database.transaction(async () => {
        const existing = await store.find(id)
        if (existing?.name === name) return
        if (existing !== undefined) return store.change(id, { name })
        const own = { cpu: null, memoryBytes: null, accelerators: null, concurrency: 1 }
        const row: PoolRow = {
          ...own,
          id,
          name,
          executor: 'device',
          address: deviceId,
          settings: writeJson({}),
          secrets: null,
          createdAt: clock.time(),
          deletedAt: null,
        }
        await store.add(row)
      })
      return id
    },
    async renew({ id: deviceId, name }: { id: string; name: string }): Promise<void> {
      const row = await store.find(poolOf(deviceId))
      if (row === undefined) return
      executors.forget(row)
      if (row.name !== name) await store.change(row.id, { name })
      events.publish({ type: 'pool-changed', poolId: row.id })
      changed()
    },
    /** Call inside the transaction that removes the device. */
    async remove(deviceId: string): Promise<void> {
      await store.change(poolOf(deviceId), { deletedAt: clock.time() })
    },
  }
}
