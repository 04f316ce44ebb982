import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, id, time } from './kernel/fields.ts'

export const columns = z.number().int().min(2).max(1_000)
export const rows = z.number().int().min(2).max(1_000)

export const terminalExit = z.object({
  code: z.number().int(),
  signal: z.string().nullable(),
  /** True when the connection was lost, so that the exit is unknown. */
  lost: z.literal(true).optional(),
})

export type TerminalExit = z.output<typeof terminalExit>

/** R4.02. `unknown`: connected, but silent for too long. */
export const lineStates = ['connecting', 'connected', 'disconnected', 'unknown'] as const
export type LineState = (typeof lineStates)[number]

/** A command on a terminal in a task or on a device. It lives on the server, independent of viewers. */
export const terminal = z.object({
  id,
  columns,
  rows,
  viewers: count,
  creator: z.string(),
  createdAt: time,
  /** Connection between server and command; `connected` when there is none to lose. */
  line: z.enum(lineStates),
  exit: terminalExit.nullable(),
})
export type Terminal = z.output<typeof terminal>

/** WebSocket of a terminal; `from` is the output byte to start at. */
export const terminalSocketPath = '/terminals/:terminalId/socket'
/** WebSocket subprotocol; browsers pass their token as a second protocol with the prefix. */
export const terminalProtocol = 'vermilion.terminal.1'
export const tokenProtocol = 'bearer.'

/** Maximum bytes sent to a viewer ahead of its acknowledgement. */
export const terminalWindow = 262_144
/** Bytes per input message, and of unread input per command. */
export const maxInput = 65_536
export const maxUnread = 1_048_576
/** Milliseconds between heartbeats of the server. */
export const terminalBeat = 10_000

/** Text messages of the server. Output comes as binary messages between them. */
export const terminalNews = z.discriminatedUnion('type', [
  /**
   * Position of the next binary message: it starts at byte `from`; `skipped` bytes before it are lost. Output before byte `live`
   * is old: queries of the terminal in it were answered already.
   */
  z.object({ type: z.literal('position'), from: bytes, skipped: bytes, live: bytes }),
  z.object({ type: z.literal('size'), columns, rows }),
  z.object({ type: z.literal('viewers'), count }),
  z.object({ type: z.literal('beat') }),
  z.object({ type: z.literal('line'), state: z.enum(lineStates) }),
  z.object({ type: z.literal('exit'), exit: terminalExit }),
])
export type TerminalNews = z.output<typeof terminalNews>

/** Text messages of a viewer. Input comes as binary messages between them. */
export const terminalWish = z.discriminatedUnion('type', [
  /** Size of the viewer. The terminal has the size of whoever typed last. */
  z.object({ type: z.literal('size'), columns, rows }),
  /** Everything before this byte is displayed. */
  z.object({ type: z.literal('shown'), offset: bytes }),
  /** Automatic reply of the viewer's terminal. Only the viewer who typed last is listened to. */
  z.object({ type: z.literal('reply'), text: z.string().max(4_096) }),
  z.object({ type: z.literal('rest'), resting: z.boolean() }),
])
export type TerminalWish = z.output<typeof terminalWish>

export const terminalEndpoints = {
  closeTerminal: endpoint('DELETE', '/terminals/:terminalId', {
    summary: { en: 'Hang up a terminal; what runs on it ends', zh: '关闭终端，其中运行的命令随之结束' },
    answer: z.object({}),
    errors: ['terminal.not-found'],
  }),
} as const
