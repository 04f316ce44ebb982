import type { Device } from '@vermilion/contract/devices'
import {
  type Installation,
  installationEndpoints,
  maxInstallationDevices,
} from '@vermilion/contract/rollouts/installations'
import { useQuery } from '@tanstack/react-query'
import { readList } from '#lib/query.ts'

const none: readonly Installation[] = []

export function useInstallations(devices: readonly Device[] | undefined) {
  const ids = (devices ?? []).slice(0, maxInstallationDevices).map(({ id }) => id)
  const { data } = useQuery({
    ...readList(installationEndpoints.listInstallations, { query: { devices: ids.join(',') } }),
    enabled: ids.length > 0,
  })
  const byDevice = Map.groupBy(data ?? [], ({ deviceId }) => deviceId)
  return ({ id }: Device) => byDevice.get(id) ?? none
}
