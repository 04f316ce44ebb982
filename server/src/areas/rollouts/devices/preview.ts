import { fail } from '@vermilion/contract/kernel/errors'
import type { RolloutPreview, rolloutPreviewInput } from '@vermilion/contract/rollouts/previews'
import type { z } from 'zod'
import type { DeviceArea } from '#areas/devices'
import type { Models } from '#areas/models'
import type { Artifacts } from '../artifacts/artifacts.ts'
import { packageOf } from '../artifacts/model-package.ts'
import type { InstallationStore } from './installation-store.ts'
import { selectDevices } from './new-devices.ts'

type Input = z.output<typeof rolloutPreviewInput>

export interface PreviewNeeds {
  readonly artifacts: Artifacts
  readonly models: Models
  readonly devices: DeviceArea
  readonly installations: Pick<InstallationStore, 'versions'>
}

export async function previewRollout(
  { artifacts, models, devices, installations }: PreviewNeeds,
  { artifactId, modelId, devices: selection }: Input,
): Promise<RolloutPreview> {
  if (artifactId === undefined && modelId === undefined) throw fail('artifact.not-found')
  const { kind, name, version } =
    modelId === undefined
      ? await artifacts.get(artifactId ?? '')
      : { kind: 'model' as const, ...packageOf(await models.runnable.get(modelId)) }
  const [selected, versions] = await Promise.all([
    selectDevices(devices.service, selection),
    installations.versions({ kind, name }),
  ])
  return {
    name,
    version,
    devices: selected.map((device) => ({
      deviceId: device.id,
      deviceName: device.name,
      isOnline: device.status === 'online',
      version: versions.get(device.id) ?? null,
    })),
  }
}
