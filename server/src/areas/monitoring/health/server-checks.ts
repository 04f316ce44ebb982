import type { Services } from '#areas/settings'
import type { Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'
import { backupCheck } from './backup-check.ts'
import { dataFolderCheck } from './data-folder-check.ts'
import { diskSpaceCheck } from './disk-space-check.ts'
import { eventLoopCheck } from './event-loop-check.ts'
import { jobCheck } from './job-check.ts'
import { poolCheck } from './pool-check.ts'
import { readerCheck } from './reader-check.ts'
import { serviceCheck } from './service-check.ts'

interface ServerCheckNeeds extends Pick<Platform, 'database' | 'clock' | 'lifecycle' | 'paths' | 'checks'> {
  readonly services: Services
  readonly tasks: Tasks
}

export function addServerChecks(needs: ServerCheckNeeds): void {
  const { checks, database, lifecycle, paths, services, tasks } = needs
  for (const check of [
    dataFolderCheck(paths),
    diskSpaceCheck(paths),
    backupCheck(needs),
    jobCheck(needs),
    eventLoopCheck(lifecycle),
    readerCheck(database),
    serviceCheck(services),
    poolCheck(tasks.pools),
  ])
    checks.add(check)
  checks.all()
}
