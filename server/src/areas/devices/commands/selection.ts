import { type deviceSelection, maxCommandDevices } from '@vermilion/contract/devices/commands'
import { fail } from '@vermilion/contract/kernel/errors'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import type { z } from 'zod'
import type { DeviceStore } from '../store.ts'

export interface Target {
  id: string
  name: string
}

export async function selectDevices(
  devices: DeviceStore,
  selection: z.output<typeof deviceSelection>,
): Promise<Target[]> {
  const targets = await select(devices, selection)
  if (targets.length === 0) throw fail('device-command.no-devices')
  if (targets.length > maxCommandDevices) throw fail('device-command.too-many-devices', { most: maxCommandDevices })
  return targets
}

async function select(devices: DeviceStore, selection: z.output<typeof deviceSelection>): Promise<Target[]> {
  if ('group' in selection) return matching(devices, { group: selection.group })
  if ('filter' in selection) return matching(devices, selection.filter)
  const targets: Target[] = []
  for (const deviceId of new Set(selection.deviceIds)) {
    const row = await devices.byId(deviceId)
    if (row === undefined) throw fail('device.not-found')
    targets.push({ id: row.id, name: row.name })
  }
  return targets
}

async function matching(
  devices: DeviceStore,
  filter: Omit<Parameters<DeviceStore['page']>[0], 'limit' | 'cursor'>,
): Promise<Target[]> {
  const targets: Target[] = []
  for (let cursor: string | undefined; ;) {
    const page = await devices.page({ ...filter, limit: maximumPageSize, cursor })
    targets.push(...page.items.map(({ id, name }) => ({ id, name })))
    if (page.nextCursor === null || targets.length > maxCommandDevices) return targets
    cursor = page.nextCursor
  }
}
