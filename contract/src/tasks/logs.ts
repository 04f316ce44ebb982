import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id } from '../kernel/fields.ts'
import { instanceName } from '../tasks.ts'

/** Bytes of a long line that are answered unless more is asked for, and at most. */
export const shownOfLine = 4_096
export const maxLineBytes = 1_048_576
/** Lines of one answer. */
export const maxLogLines = 1_000

/** A line of a log as it was written: colours and carriage returns are in its text, its line break is not. */
export const logLine = z.object({
  text: z.string(),
  /** Bytes of the whole line. */
  size: bytes,
  /** Byte of the line at which the text begins: above 0 where what stood before was written over since. */
  from: bytes,
  /** The line goes on behind the text. */
  cut: z.boolean(),
})
export type LogLine = z.output<typeof logLine>

const taskParams = z.object({ taskId: id })

export const taskLogEndpoints = {
  logLines: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/log/lines',
    summary: {
      en: 'Lines of the log from a line number, counted from 0; a negative number counts from the end',
      zh: '从某一行（从 0 数起）开始的日志行；负数从末尾计算',
    },
    params: taskParams,
    query: z.object({
      instance: instanceName,
      from: z.coerce.number().int().default(-200),
      count: z.coerce.number().int().min(0).max(maxLogLines).default(200),
      longest: z.coerce.number().int().min(64).max(maxLineBytes).default(shownOfLine),
    }),
    answer: z.object({
      /** As many as requested, or as fit into one response. */
      lines: z.array(logLine),
      /** Number of the first of them. */
      from: count,
      /** Lines of the log, as far as it was looked through; the last may still be written. */
      total: count,
      /** Bytes looked through, and bytes of the log. */
      indexed: bytes,
      size: bytes,
      /** Path of the log on the server. */
      path: z.string(),
    }),
    errors: ['task.not-found', 'task.log-missing', 'task.log-away', 'task.instance-not-found'],
  }),
  searchLog: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/log/search',
    summary: {
      en: 'Lines of the log that hold a text as it is shown: how many, and the next or previous one from a line. While fewer bytes were searched than the log has, ask again to go on',
      zh: '日志中（按显示内容）包含某段文字的行：总数，以及从某一行起的下一处或上一处。已搜索字节少于日志大小时，再次请求即继续',
    },
    params: taskParams,
    query: z.object({
      instance: instanceName,
      query: z.string().min(1).max(200),
      from: z.coerce.number().int().min(0).default(0),
      direction: z.enum(['next', 'previous']).default('next'),
      matchCase: z.stringbool().or(z.boolean()).default(false),
    }),
    answer: z.object({
      /** Lines that match, as far as the log was searched. */
      count,
      /** There are more than are counted. */
      more: z.boolean(),
      /** The match asked for, beyond the end of the log the first or last of all; null where nothing matches so far. */
      line: count.nullable(),
      /** Index among the matches, from 1. */
      place: count.nullable(),
      searched: bytes,
      size: bytes,
    }),
    errors: ['task.not-found', 'task.log-missing', 'task.log-away', 'task.instance-not-found'],
  }),
} as const
