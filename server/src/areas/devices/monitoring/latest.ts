import type { DeviceReading } from '@vermilion/contract/devices/readings'
import { writeJson } from '#platform/database/columns'
import { usedShare } from '#platform/disk-space'
import type { Platform } from '#platform/platform'
import type { DeviceStore } from '../store.ts'

const interval = 2_000

interface LatestNeeds extends Pick<Platform, 'database' | 'events' | 'lifecycle' | 'log'> {
  store: Pick<DeviceStore, 'updateReadings'>
}

export function createLatestReadings({ database, events, lifecycle, log, store }: LatestNeeds) {
  let pending = new Map<string, DeviceReading>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const readings = pending
    pending = new Map()
    if (readings.size === 0) return
    await database.transaction(async () => {
      await store.updateReadings([...readings].map(([id, reading]) => readingColumns(id, reading)))
      events.publish({ type: 'device-readings', deviceIds: [...readings.keys()] })
    })
  }

  function flush(): Promise<void> {
    timer = null
    writing = writing
      .then(write)
      .catch((error: unknown) => log.error({ err: error }, 'readings of devices could not be kept'))
    return writing
  }

  lifecycle.onStop(async () => {
    if (timer !== null) clearTimeout(timer)
    await flush()
  })

  return {
    put(deviceId: string, reading: DeviceReading): void {
      pending.set(deviceId, reading)
      timer ??= setTimeout(() => void flush(), interval).unref()
    },
    forget: (deviceId: string) => void pending.delete(deviceId),
  }
}

function readingColumns(id: string, reading: DeviceReading) {
  const { at, cpu, gpu, temperature, memoryUsed, memoryTotal, diskUsed, diskFree } = reading
  return {
    id,
    reading: writeJson(reading),
    lastSeenAt: at,
    cpu,
    gpu,
    temperature,
    memory: memoryTotal === 0 ? null : memoryUsed / memoryTotal,
    disk: usedShare(diskUsed, diskFree),
  }
}
