import type { DeviceArea, DeviceConnection } from '#areas/devices'
import { CommandFailed } from '#areas/devices'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { StartRefused } from '../port/start-refused.ts'

export interface DeviceAccess {
  /** Fails as `device.offline`, and as `device.not-found` for a removed device. */
  require(deviceId: string): Promise<DeviceConnection>
  /** CPU cores and memory; 0 when unknown. */
  sizeOf(deviceId: string): Promise<{ cores: number; memory: number }>
}

export function accessTo({ connections, service }: Pick<DeviceArea, 'connections' | 'service'>): DeviceAccess {
  return {
    require: connections.require,
    async sizeOf(deviceId) {
      const { facts } = await service.get(deviceId)
      return { cores: facts?.cpu.cores ?? 1, memory: facts?.memory ?? 0 }
    },
  }
}

/** The device is unreachable; its runs continue. */
export class DeviceAway extends Error {
  readonly code = 'device-away'
  readonly text: Text = { en: 'the device is offline', zh: '设备已离线' }
}

export class DeviceGone extends Error {}

export function scriptFailure(errors: Buffer | string, otherwise: string): Error {
  const message = errors.toString().trim().slice(-500)
  if (/No space left on device|Disk quota exceeded/.test(message)) return new StartRefused(noSpace)
  return new Error(message || otherwise)
}

const noSpace: Text = { en: 'no space is left on the device', zh: '设备磁盘空间不足' }

/** In both languages where the error has them. */
export const startProblem = (error: unknown): Text | string => {
  if (error instanceof Error && 'text' in error) return error.text as Text
  return error instanceof Error ? error.message : String(error)
}

export async function onDevice<Result>(
  devices: DeviceAccess,
  deviceId: string,
  work: (connection: DeviceConnection) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await devices.require(deviceId))
  } catch (error) {
    if (error instanceof Failure && error.reason === 'device.not-found') throw new DeviceGone(error.message)
    if (error instanceof Failure && error.reason === 'device.offline')
      throw new DeviceAway(error.message, { cause: error })
    const isLost = error instanceof CommandFailed && error.reason !== 'too-much-output' && error.reason !== 'aborted'
    throw isLost ? new DeviceAway(error.message, { cause: error }) : error
  }
}
