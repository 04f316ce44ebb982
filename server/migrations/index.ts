import type { Migrations } from '../src/platform/database/migrate.ts'
import { baseline } from './0001-baseline/baseline.ts'
import { clusterPools } from './0002-cluster-pools/cluster-pools.ts'
import { executorServices } from './0003-executor-services/executor-services.ts'
import { remoteFolders } from './0004-remote-folders/remote-folders.ts'
import { sentExports } from './0005-sent-exports/sent-exports.ts'
import { identities } from './0006-identities/identities.ts'
import { dataFolders } from './0007-data-folders/data-folders.ts'
import { externalRuns } from './0008-external-runs/external-runs.ts'
import { sweeps } from './0009-sweeps/sweeps.ts'
import { tiles } from './0010-tiles/tiles.ts'
import { labelErrors } from './0011-label-errors/label-errors.ts'

/** Every step, oldest first. A step that was released is never edited; a correction is a new one. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-cluster-pools': clusterPools,
  '0003-executor-services': executorServices,
  '0004-remote-folders': remoteFolders,
  '0005-sent-exports': sentExports,
  '0006-identities': identities,
  '0007-data-folders': dataFolders,
  '0008-external-runs': externalRuns,
  '0009-sweeps': sweeps,
  '0010-tiles': tiles,
  '0011-label-errors': labelErrors,
}
