import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, time } from '../kernel/fields.ts'
import { instanceName } from '../tasks.ts'

const columns = z.number().int().min(2).max(1_000)
const rows = z.number().int().min(2).max(1_000)

export const terminalExit = z.object({ code: z.number().int(), signal: z.string().nullable() })

/** A command on a terminal inside an instance. It lives on the server, whether somebody looks at it or not. */
export const terminal = z.object({
  id,
  taskId: id,
  /** Name of the instance. */
  instance: z.string(),
  columns,
  rows,
  /** Who looks at it now. */
  viewers: count,
  creator: z.string(),
  createdAt: time,
  /** How the command ended; null while it runs. */
  exit: terminalExit.nullable(),
})
export type Terminal = z.output<typeof terminal>

/** Where a terminal is looked at, as a WebSocket; `from` is the byte of its output from which on it is wanted. */
export const terminalSocketPath = '/terminals/:terminalId/socket'
/** What is spoken there; a browser names its token behind the prefix as a second protocol. */
export const terminalProtocol = 'vermilion.terminal.1'
export const tokenProtocol = 'bearer.'

/** Bytes sent to a viewer beyond those that it has said to have shown. */
export const terminalWindow = 262_144
/** Bytes of one message of input, and that a command may leave unread. */
export const mostInput = 65_536
export const mostUnread = 1_048_576
/** Milliseconds between two signs of life of the server. */
export const terminalBeat = 10_000

/** From the server, as text. What the command writes comes between them as binary messages. */
export const terminalNews = z.discriminatedUnion('type', [
  /**
   * The binary messages that follow begin at the byte `from`; `skipped` bytes before it are not kept. What comes up to
   * the byte `live` was written before: what the terminal asked in there is answered already.
   */
  z.object({ type: z.literal('position'), from: bytes, skipped: bytes, live: bytes }),
  z.object({ type: z.literal('size'), columns, rows }),
  z.object({ type: z.literal('viewers'), count }),
  z.object({ type: z.literal('beat') }),
  z.object({ type: z.literal('exit'), exit: terminalExit }),
])
export type TerminalNews = z.output<typeof terminalNews>

/** From a viewer, as text. What is typed comes between them as binary messages. */
export const terminalWish = z.discriminatedUnion('type', [
  /** The size that fits the viewer. The terminal has that of the viewer who typed last. */
  z.object({ type: z.literal('size'), columns, rows }),
  /** All up to this byte is shown. */
  z.object({ type: z.literal('shown'), offset: bytes }),
  /** What the viewer's terminal answers by itself. It counts from the viewer who typed last. */
  z.object({ type: z.literal('reply'), text: z.string().max(4_096) }),
  /** Nothing is to be sent while the viewer cannot be seen. */
  z.object({ type: z.literal('rest'), resting: z.boolean() }),
])
export type TerminalWish = z.output<typeof terminalWish>

const taskParams = z.object({ taskId: id })

export const terminalEndpoints = {
  listTerminals: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/terminals',
    summary: { en: 'Terminals inside the instances of a task', zh: '任务实例中的终端' },
    params: taskParams,
    answer: z.object({
      /** Whether what runs the task has terminals. */
      supported: z.boolean(),
      items: z.array(terminal),
    }),
    errors: ['task.not-found'],
  }),
  openTerminal: endpoint({
    method: 'POST',
    path: '/tasks/:taskId/terminals',
    summary: {
      en: 'Open a shell on a terminal inside a running instance; it is looked at by WebSocket at /terminals/:terminalId/socket',
      zh: '在运行中的实例内打开终端；通过 WebSocket /terminals/:terminalId/socket 查看',
    },
    params: taskParams,
    body: z.object({ instance: instanceName, columns: columns.default(80), rows: rows.default(24) }),
    answer: terminal,
    errors: [
      'task.not-found',
      'task.instance-not-found',
      'terminal.not-running',
      'terminal.unsupported',
      'terminal.too-many',
      'terminal.failed',
    ],
  }),
  closeTerminal: endpoint({
    method: 'DELETE',
    path: '/terminals/:terminalId',
    summary: { en: 'Hang up a terminal; what runs on it ends', zh: '关闭终端，其中运行的命令随之结束' },
    params: z.object({ terminalId: id }),
    answer: z.object({}),
    errors: ['terminal.not-found'],
  }),
} as const
