import { deviceEndpoints } from '@vermilion/contract/devices'
import type { Device } from '@vermilion/contract/devices'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { RolloutDevice, RolloutDeviceStatus } from '@vermilion/contract/rollouts/devices'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import type { Rollout, RolloutStatus } from '@vermilion/contract/rollouts'
import type { RolloutCreate } from '@vermilion/contract/rollouts/creation'
import { expect } from 'vitest'
import type { Client } from '../../../testing/client.ts'

type Caller = Pick<Client, 'call'>

const patience = { interval: 50 }

export const startRollout = (
  server: Caller,
  artifact: Artifact,
  devices: readonly Device[],
  options: Partial<RolloutCreate> = {},
): Promise<Rollout> =>
  server.call(rolloutEndpoints.createRollout, {
    body: {
      name: `${artifact.name} ${artifact.version}`,
      artifactId: artifact.id,
      devices: { deviceIds: devices.map(({ id }) => id) },
      ...options,
    },
  })

export const getRollout = (server: Caller, rolloutId: string) =>
  server.call(rolloutEndpoints.getRollout, { params: { rolloutId } })

export async function untilRollout(server: Caller, rolloutId: string, ...statuses: RolloutStatus[]): Promise<Rollout> {
  await expect
    .poll(async () => {
      const { status, reason } = await getRollout(server, rolloutId)
      if (statuses.includes(status)) return 'there'
      const rows = await listRolloutDevices(server, rolloutId)
      return `${status} ${reason?.en ?? ''} ${rows.map((row) => `${row.status} ${row.reason?.en ?? ''}`).join('; ')}`
    }, patience)
    .toBe('there')
  return getRollout(server, rolloutId)
}

export async function listRolloutDevices(server: Caller, rolloutId: string): Promise<RolloutDevice[]> {
  const query = { limit: 500 }
  return (await server.call(rolloutEndpoints.listRolloutDevices, { params: { rolloutId }, query })).items
}

export async function untilDevice(
  server: Caller,
  rolloutId: string,
  deviceId: string,
  ...statuses: RolloutDeviceStatus[]
): Promise<RolloutDevice> {
  let latest: RolloutDevice | undefined
  await expect
    .poll(async () => {
      latest = (await listRolloutDevices(server, rolloutId)).find((device) => device.deviceId === deviceId)
      return latest !== undefined && statuses.includes(latest.status)
        ? 'there'
        : `${latest?.status} ${latest?.reason?.en ?? ''}`
    }, patience)
    .toBe('there')
  if (latest === undefined) throw new Error('the rollout does not have the device')
  return latest
}

export const untilOnline = (server: Caller, deviceId: string) =>
  expect
    .poll(async () => (await server.call(deviceEndpoints.connectDevice, { params: { deviceId } })).status, patience)
    .toBe('online')

export const untilOffline = (server: Caller, deviceId: string) =>
  expect
    .poll(async () => (await server.call(deviceEndpoints.getDevice, { params: { deviceId } })).status, patience)
    .toBe('offline')

export const logOf = async (server: Caller, rolloutId: string, deviceId: string): Promise<string[]> =>
  (await server.call(rolloutEndpoints.rolloutLog, { params: { rolloutId, deviceId } })).map(({ text }) => text)
