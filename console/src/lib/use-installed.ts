import type { Device } from '@vermilion/contract/devices'
import { type Artifact, artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import type { Installation } from '@vermilion/contract/rollouts/installations'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { read } from './query.ts'

const maxArtifacts = 500

function laterThan({ kind, name, version, artifactId }: Installation, artifacts: readonly Artifact[]) {
  const same = artifacts.filter((artifact) => artifact.kind === kind && artifact.name === name)
  const installed = same.find(({ id }) => id === artifactId) ?? same.find((artifact) => artifact.version === version)
  const [latest] = same.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  if (latest === undefined || latest.version === version) return undefined
  return installed === undefined || latest.createdAt > installed.createdAt ? latest : undefined
}

export function useLater(installations: readonly Installation[]): ReadonlyMap<string, Artifact> {
  const artifacts = useQuery(read(artifactEndpoints.listArtifacts, { query: { limit: maxArtifacts } }))
  const later = new Map<string, Artifact>()
  for (const installation of installations) {
    const latest = laterThan(installation, artifacts.data?.items ?? [])
    if (latest !== undefined) later.set(installation.id, latest)
  }
  return later
}

export function useInstalled(device: Device) {
  const installations = useQuery(read(rolloutEndpoints.deviceInstallations, { params: { deviceId: device.id } }))
  return { installations, later: useLater(installations.data ?? []) }
}
export type Installed = ReturnType<typeof useInstalled>
