import { fail } from '@vermilion/contract/kernel/errors'
import { type DeviceArea, deviceDeleted } from '#areas/devices'
import type { Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'

interface Needs extends Pick<Platform, 'events' | 'log'> {
  devices: Pick<DeviceArea, 'connections' | 'service'>
  tasks: Tasks
}

export function followDevices({ events, log, devices, tasks }: Needs): void {
  const { devicePools } = tasks.pools
  devices.connections.onConnected((deviceId) => {
    const renewing = devices.service.get(deviceId).then(devicePools.renew)
    renewing.catch((error: unknown) => log.warn({ err: error, deviceId }, 'tasks of a device could not be told of it'))
  })
  events.listen(deviceDeleted, async ({ deviceId, name }) => {
    const pool = devicePools.idOf(deviceId)
    for (const status of ['running', 'queuing'] as const) {
      const { total } = await tasks.page({ pool, status, limit: 1 }, 'en-US')
      if (total === 0) continue
      throw fail('device.in-use', {
        name,
        reason: { en: 'tasks run on it or wait for it. Stop them first', zh: '仍有任务在其上运行或等待，请先停止' },
      })
    }
    await devicePools.remove(deviceId)
  })
}
