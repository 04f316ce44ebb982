import { fail } from '@vermilion/contract/kernel/errors'
import type { TaskTerminal } from '@vermilion/contract/tasks/terminals'
import type { Events } from '#platform/events/events'
import type { Terminals } from '#platform/terminals/terminals'
import { firstInstance } from '../running/instances.ts'
import type { Tasks } from '../service.ts'

const maxPerTask = 8

interface TaskTerminalsNeeds {
  tasks: Pick<Tasks, 'row' | 'executorOf'>
  terminals: Terminals
  events: Events
}

interface TerminalWanted {
  instance: string | undefined
  columns: number
  rows: number
  creator: string
}

export type TaskTerminals = ReturnType<typeof createTaskTerminals>

export function createTaskTerminals({ tasks, terminals, events }: TaskTerminalsNeeds) {
  const ofTasks = terminals.kind<Pick<TaskTerminal, 'taskId' | 'instance'>>({
    maxOfOwner: maxPerTask,
    changed: ({ taskId }) => events.publish({ type: 'task-changed', taskId }),
  })

  return {
    async list(taskId: string) {
      const row = await tasks.row(taskId)
      if (row.kind === 'external') return { supported: false, items: [] }
      const executor = await tasks.executorOf(row)
      return { supported: executor.capabilities.terminal, items: ofTasks.list(taskId) }
    },

    async open(taskId: string, { instance: request, columns, rows, creator }: TerminalWanted): Promise<TaskTerminal> {
      const row = await tasks.row(taskId)
      if (row.kind === 'external') throw fail('terminal.unsupported')
      const executor = await tasks.executorOf(row)
      const instance = request ?? firstInstance(row)
      if (!executor.capabilities.terminal) throw fail('terminal.unsupported')
      const { handle } = row
      if (handle === null || row.status !== 'running') throw fail('terminal.not-running', { instance })
      const instanceStatus = (await executor.status(handle)).instances.find(({ name }) => name === instance)
      if (instanceStatus === undefined) throw fail('task.instance-not-found', { instance })
      if (instanceStatus.phase !== 'running') throw fail('terminal.not-running', { instance })
      const size = { columns, rows }
      const start = async () => ({
        terminal: await executor.open(handle, instance, size),
        about: { taskId, instance },
      })
      return ofTasks.open({ owner: taskId, ...size, creator, start })
    },
  }
}
