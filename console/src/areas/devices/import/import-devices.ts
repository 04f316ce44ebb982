import { deviceEndpoints } from '@vermilion/contract/devices'
import type { DeviceCredentials } from '@vermilion/contract/devices/access'
import { deviceImportEndpoints, type ImportPreviewRow } from '@vermilion/contract/devices/imports'
import { call } from '#lib/api.ts'
import type { Outcome } from './import-outcome.tsx'

export async function importDevices(
  rows: readonly ImportPreviewRow[],
  credentials: DeviceCredentials,
): Promise<Outcome> {
  const body = { rows: rows.map(({ device }) => ({ ...device, port: device.port ?? 22, credentials })) }
  const { rows: results } = await call(deviceImportEndpoints.importDevices, { body })
  const ids = results.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId]))
  const added = await Promise.all(ids.map((deviceId) => call(deviceEndpoints.getDevice, { params: { deviceId } })))
  const failed = results.flatMap(({ deviceId, problem, detail }, index) =>
    deviceId === null ? [{ name: rows[index]?.device.name ?? '', problem, detail }] : [],
  )
  return { added, failed }
}
