import type { Device } from '@vermilion/contract/devices'
import { fail } from '@vermilion/contract/kernel/errors'
import { type deviceSelection, maxRolloutDevices } from '@vermilion/contract/rollouts/creation'
import type { z } from 'zod'
import type { DeviceArea } from '#areas/devices'
import { flag } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { RolloutDeviceRow } from './store.ts'

type DeviceService = DeviceArea['service']
type Selection = z.output<typeof deviceSelection>

interface NewDevices {
  readonly rolloutId: string
  readonly selected: readonly Device[]
  readonly phases: readonly { readonly devices: number }[]
  readonly now: string
}

const pageSize = 500

async function listDevices(
  service: DeviceService,
  group: string | undefined,
  tags: readonly string[],
): Promise<Device[]> {
  const matches: Device[] = []
  let cursor: string | undefined
  do {
    const page = await service.list({ limit: pageSize, cursor, ...(group !== undefined && { group }) })
    matches.push(...page.items.filter((device) => tags.every((tag) => device.tags.includes(tag))))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && matches.length <= maxRolloutDevices)
  return matches
}

export async function selectDevices(service: DeviceService, { deviceIds, group, tags }: Selection): Promise<Device[]> {
  const selected = new Map<string, Device>()
  for (const id of deviceIds) selected.set(id, await service.get(id))
  if (group !== undefined || tags.length > 0)
    for (const device of await listDevices(service, group, tags)) selected.set(device.id, device)
  if (selected.size === 0) throw fail('rollout.no-devices')
  return [...selected.values()].slice(0, maxRolloutDevices)
}

export function newDevices({ rolloutId, selected, phases, now }: NewDevices): RolloutDeviceRow[] {
  const phaseOf = phases.flatMap(({ devices: size }, phase) => Array.from({ length: size }, () => phase))
  // Online devices first, so that canaries give results soon.
  const inTurn = selected.toSorted((one, other) => Number(other.status === 'online') - Number(one.status === 'online'))
  return inTurn.map((device, position): RolloutDeviceRow => ({
    id: newId(),
    rolloutId,
    deviceId: device.id,
    deviceName: device.name,
    phase: phaseOf[position] ?? 0,
    position,
    status: 'pending',
    attempt: 1,
    transferred: 0,
    previousVersion: null,
    reason: null,
    hasFailed: flag(false),
    bootId: null,
    deadlineAt: null,
    startedAt: null,
    endedAt: null,
    updatedAt: now,
  }))
}
