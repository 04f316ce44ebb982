import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import type { Call } from '../api-client.ts'

export async function findDevice(call: Call, name: string): Promise<Device> {
  const { items } = await call(deviceEndpoints.listDevices, { query: { search: name, limit: 500 } })
  const device = items.find((one) => one.name === name)
  if (device !== undefined) return device
  return call(deviceEndpoints.getDevice, { params: { deviceId: name } }).catch(() => {
    throw new Error(`There is no device named ${name}: vermilion device list names them.`)
  })
}
