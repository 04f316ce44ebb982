import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, id, time } from './kernel/fields.ts'

export const columns = z.number().int().min(2).max(1_000)
export const rows = z.number().int().min(2).max(1_000)

export const terminalExit = z.object({
  code: z.number().int(),
  signal: z.string().nullable(),
  /** The line to it was lost, and with it the command or the knowledge of how it ended. */
  lost: z.literal(true).optional(),
})

export type TerminalExit = z.output<typeof terminalExit>

/** R4.02. `unknown`: the line stands, but nothing was heard for too long. */
export const lineStates = ['connecting', 'connected', 'disconnected', 'unknown'] as const
export type LineState = (typeof lineStates)[number]

/** A command on a terminal, inside a task or on a device. It lives on the server, whether somebody looks at it or not. */
export const terminal = z.object({
  id,
  columns,
  rows,
  /** Number of current viewers. */
  viewers: count,
  creator: z.string(),
  createdAt: time,
  /** Connection between server and command; `connected` when there is none to lose. */
  line: z.enum(lineStates),
  /** Exit of the command; null while it runs. */
  exit: terminalExit.nullable(),
})
export type Terminal = z.output<typeof terminal>

/** WebSocket of a terminal; `from` is the output byte to start at. */
export const terminalSocketPath = '/terminals/:terminalId/socket'
/** WebSocket subprotocol; browsers pass their token as a second protocol with the prefix. */
export const terminalProtocol = 'vermilion.terminal.1'
export const tokenProtocol = 'bearer.'

/** Bytes sent to a viewer beyond those that it has said to have shown. */
export const terminalWindow = 262_144
/** Bytes of one message of input, and that a command may leave unread. */
export const maxInput = 65_536
export const maxUnread = 1_048_576
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
  /** Connection between server and command; not sent when there is none to lose. */
  z.object({ type: z.literal('line'), state: z.enum(lineStates) }),
  z.object({ type: z.literal('exit'), exit: terminalExit }),
])
export type TerminalNews = z.output<typeof terminalNews>

/** From a viewer, as text. What is typed comes between them as binary messages. */
export const terminalWish = z.discriminatedUnion('type', [
  /** The size that fits the viewer. The terminal has that of the viewer who typed last. */
  z.object({ type: z.literal('size'), columns, rows }),
  /** All up to this byte is shown. */
  z.object({ type: z.literal('shown'), offset: bytes }),
  /** Automatic reply of the viewer's terminal. Only the viewer who typed last is listened to. */
  z.object({ type: z.literal('reply'), text: z.string().max(4_096) }),
  /** Pauses output while the viewer is hidden. */
  z.object({ type: z.literal('rest'), resting: z.boolean() }),
])
export type TerminalWish = z.output<typeof terminalWish>

export const terminalEndpoints = {
  closeTerminal: endpoint({
    method: 'DELETE',
    path: '/terminals/:terminalId',
    summary: { en: 'Hang up a terminal; what runs on it ends', zh: '关闭终端，其中运行的命令随之结束' },
    params: z.object({ terminalId: id }),
    answer: z.object({}),
    errors: ['terminal.not-found'],
  }),
} as const
