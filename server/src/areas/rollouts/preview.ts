import { fail } from '@vermilion/contract/kernel/errors'
import type { RolloutPreview, rolloutPreviewInput } from '@vermilion/contract/rollouts/previews'
import type { z } from 'zod'
import type { RolloutArea } from './area.ts'
import { packageOf } from './artifacts/model-package.ts'
import { selectDevices } from './new-devices.ts'

type Input = z.output<typeof rolloutPreviewInput>
type Needs = Pick<RolloutArea, 'artifacts' | 'models' | 'devices' | 'installations'>

export async function previewRollout(
  { artifacts, models, devices, installations }: Needs,
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
