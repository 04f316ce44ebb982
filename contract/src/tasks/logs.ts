import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count } from '../kernel/fields.ts'
import { instanceName } from '../tasks.ts'

/** Default bytes of a long line in a response. */
export const shownOfLine = 4_096
export const maxLineBytes = 1_048_576
export const maxLogLines = 1_000

/** A log line as written: with colors and carriage returns, without line break. */
export const logLine = z.object({
  text: z.string(),
  /** Bytes of the full line. */
  size: bytes,
  /** Byte offset of the text in the line: above 0 when earlier text was overwritten. */
  from: bytes,
  cut: z.boolean(),
})
export type LogLine = z.output<typeof logLine>

export const taskLogEndpoints = {
  logLines: endpoint('GET', '/tasks/:taskId/log/lines', {
    summary: {
      en: 'Lines of the log from a line number, counted from 0; a negative number counts from the end',
      zh: '从某一行（从 0 数起）开始的日志行；负数从末尾计算',
    },
    query: z.object({
      instance: instanceName,
      from: z.coerce.number().int().default(-200),
      count: z.coerce.number().int().min(0).max(maxLogLines).default(200),
      longest: z.coerce.number().int().min(64).max(maxLineBytes).default(shownOfLine),
    }),
    answer: z.object({
      /** As many as requested, or as fit into one response. */
      lines: z.array(logLine),
      from: count,
      /** Lines indexed so far; the last may be incomplete. */
      total: count,
      indexed: bytes,
      size: bytes,
      path: z.string(),
    }),
    errors: ['task.not-found', 'task.log-missing', 'task.log-away', 'task.instance-not-found'],
  }),
  searchLog: endpoint('GET', '/tasks/:taskId/log/search', {
    summary: {
      en: 'Lines of the log that hold a text as it is shown: how many, and the next or previous one from a line. While fewer bytes were searched than the log has, ask again to go on',
      zh: '日志中（按显示内容）包含某段文字的行：总数，以及从某一行起的下一处或上一处。已搜索字节少于日志大小时，再次请求即继续',
    },
    query: z.object({
      instance: instanceName,
      query: z.string().min(1).max(200),
      from: z.coerce.number().int().min(0).default(0),
      direction: z.enum(['next', 'previous']).default('next'),
      matchCase: z.stringbool().or(z.boolean()).default(false),
    }),
    answer: z.object({
      count,
      more: z.boolean(),
      /** Line of the requested match, clamped to the first or last; null without matches so far. */
      line: count.nullable(),
      /** Index among the matches, from 1. */
      place: count.nullable(),
      searched: bytes,
      size: bytes,
    }),
    errors: ['task.not-found', 'task.log-missing', 'task.log-away', 'task.instance-not-found'],
  }),
} as const
