import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id } from '../kernel/fields.ts'
import { instanceName } from '../tasks.ts'
import { columns, rows, terminal } from '../terminals.ts'

export const taskTerminal = terminal.extend({
  taskId: id,
  instance: z.string(),
})
export type TaskTerminal = z.output<typeof taskTerminal>

export const taskTerminalEndpoints = {
  listTaskTerminals: endpoint('GET', '/tasks/:taskId/terminals', {
    summary: { en: 'Terminals inside the instances of a task', zh: '任务实例中的终端' },
    answer: z.object({
      supported: z.boolean(),
      items: z.array(taskTerminal),
    }),
    errors: ['task.not-found'],
  }),
  openTaskTerminal: endpoint('POST', '/tasks/:taskId/terminals', {
    summary: {
      en: 'Open a shell on a terminal inside a running instance; it is looked at by WebSocket at /terminals/:terminalId/socket',
      zh: '在运行中的实例内打开终端；通过 WebSocket /terminals/:terminalId/socket 查看',
    },
    body: z.object({ instance: instanceName, columns: columns.default(80), rows: rows.default(24) }),
    answer: taskTerminal,
    errors: [
      'task.not-found',
      'task.instance-not-found',
      'terminal.not-running',
      'terminal.unsupported',
      'terminal.too-many',
      'terminal.failed',
    ],
  }),
} as const
