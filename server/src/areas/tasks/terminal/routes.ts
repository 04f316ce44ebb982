import type { taskTerminalEndpoints } from '@vermilion/contract/tasks/terminals'
import type { Handlers } from '#platform/http/handler'
import type { TaskTerminals } from './task-terminals.ts'

export function taskTerminalRoutes(terminals: TaskTerminals): Handlers<typeof taskTerminalEndpoints> {
  return {
    listTaskTerminals: ({ params }) => terminals.list(params.taskId),
    openTaskTerminal: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, account }) =>
        terminals.open(params.taskId, { ...body, instance: body.instance, creator: account.username }),
    },
  }
}
