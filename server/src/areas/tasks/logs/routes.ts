import { fail } from '@vermilion/contract/kernel/errors'
import type { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import type { Handlers } from '#platform/http/handler'
import { readLines } from './lines.ts'
import { logOf } from './log-of.ts'
import { createLogs } from './logs.ts'

export function taskLogRoutes(tasks: Parameters<typeof logOf>[0]): Handlers<typeof taskLogEndpoints> {
  const logs = createLogs()

  async function openLogOf(taskId: string, request: string | undefined) {
    const { executor, handle, instance } = await logOf(tasks, taskId, request)
    const source = { read: (part: { offset: number; limit: number }) => executor.logs(handle, instance, part) }
    return { key: `${taskId}/${instance}`, source, path: executor.logFile(handle, instance) }
  }

  return {
    async logLines({ params: { taskId }, query }) {
      const { key, source, path } = await openLogOf(taskId, query.instance)
      const log = await logs.open(key, source)
      if (log === null) throw fail('task.log-missing', { taskId })
      const { index } = log
      const existing = { total: index.total(), indexed: index.indexed(), size: index.size() }
      const { total } = existing
      const from = query.from < 0 ? Math.max(0, total + query.from) : Math.min(query.from, total)
      const lines = await readLines(source, index, { from, count: query.count, maxLineBytes: query.longest })
      return { lines, from, ...existing, path }
    },

    async searchLog({ params: { taskId }, query: { instance, query, from, direction, matchCase }, signal }) {
      const { key, source } = await openLogOf(taskId, instance)
      const match = await logs.search(key, source, { query, matchCase }, signal)
      if (match === null) throw fail('task.log-missing', { taskId })
      const { search, index } = match
      const { line = null, place = null } = search.match(from, direction) ?? {}
      return {
        count: search.count(),
        more: search.more(),
        line,
        place,
        searched: search.searched(),
        size: index.size(),
      }
    },
  }
}
