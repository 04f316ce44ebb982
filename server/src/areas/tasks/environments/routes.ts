import type { pythonEnvironmentEndpoints } from '@vermilion/contract/tasks/environments/python-environments'
import type { Handlers } from '#platform/http/handler'
import type { TaskEnvironments } from './task-environments.ts'

export function environmentRoutes(environments: TaskEnvironments): Handlers<typeof pythonEnvironmentEndpoints> {
  return {
    listPythonEnvironments: () => environments.list(),
    deletePythonEnvironment: {
      transaction: 'own',
      async handle({ params }) {
        await environments.remove(params.environmentId)
        return {}
      },
    },
  }
}
