import { maxLineBytes, taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { useCallback } from 'react'
import { call } from '#lib/api.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import type { LogLines } from './log-lines.ts'

export function useFullLine(lines: LogLines, { taskId, instance }: { taskId: string; instance: string | undefined }) {
  const showMore = useCallback(
    async (number: number) => {
      const request = { instance, from: number, count: 1, longest: maxLineBytes }
      try {
        const [line] = (await call(taskLogEndpoints.logLines, { params: { taskId }, query: request })).lines
        if (line !== undefined) lines.replace(number, line)
      } catch (problem) {
        notify.error(problemWords(problem))
      }
    },
    [taskId, instance, lines],
  )
  return useCallback((number: number) => void showMore(number), [showMore])
}
