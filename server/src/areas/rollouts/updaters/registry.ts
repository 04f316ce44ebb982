import type { ArtifactKind } from '@vermilion/contract/rollouts/artifact-kinds'
import { debUpdater } from './deb.ts'
import { modelUpdater } from './model.ts'
import { raucUpdater } from './rauc.ts'
import { scriptUpdater } from './script.ts'
import { swupdateUpdater } from './swupdate.ts'
import type { Updater } from './updater.ts'

export const updaters: Readonly<Record<ArtifactKind, Updater>> = {
  script: scriptUpdater,
  deb: debUpdater,
  rauc: raucUpdater,
  swupdate: swupdateUpdater,
  model: modelUpdater,
}
