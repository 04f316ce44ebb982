import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Accounts } from '#areas/accounts'
import type { Files } from '#areas/files'
import type { Models } from '#areas/models'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Audit } from '#platform/audit/audit'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createEventRuns } from './event-files/event-runs.ts'
import { registryCalls } from './registry/calls.ts'
import { createRegistry } from './registry/registry.ts'
import { mountMlflow } from './routes.ts'
import { runCalls } from './runs/calls.ts'
import { createProgramAccess } from './service.ts'

interface MlflowNeeds extends Pick<Platform, 'config' | 'database' | 'clock' | 'events' | 'lifecycle'> {
  accounts: Accounts
  audit: Audit
  files: Files
  spaces: Spaces
  tasks: Tasks
  models: Models
}

/** The part of MLflow's REST API that programs use which log runs and register models, in tasks and on other machines. */
export function createMlflow({
  config,
  database,
  clock,
  events,
  lifecycle,
  accounts,
  audit,
  files,
  spaces,
  tasks,
  models,
}: MlflowNeeds) {
  const access = createProgramAccess({ database, clock, events, lifecycle, accounts, tasks })
  const openEventRuns = createEventRuns({ clock, files, spaces, tasks })
  const registry = createRegistry({ database, clock, events, audit, models })
  return {
    listening: access.listening,
    mount({ mount, server }: Pick<Http, 'mount' | 'server'>): void {
      mount(endpointAreas.externalRuns, {
        openEventFiles: {
          transaction: 'own',
          handle: async ({ params, body, account }) => ({
            taskIds: await openEventRuns(params.spaceId, body.folder, account.username),
          }),
        },
      })
      mountMlflow(server, {
        access,
        basePath: config.basePath,
        calls: [...runCalls({ audit, clock, database, tasks }), ...registryCalls(registry)],
      })
    },
  }
}
