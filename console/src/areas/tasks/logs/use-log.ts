import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import { useNews } from '#lib/events/news.ts'
import { createLogLines } from './log-lines.ts'

/** Milliseconds between two looks at a log that grows, and at one that rests. */
const shortest = 120
const longest = 2_000
/** Lines at the end that are read while it is followed. */
const tail = 200

export interface LogPlace {
  taskId: string
  instance: string | undefined
  /** The task may still write. */
  growing: boolean
  follow: boolean
}

/** The lines of a task's log, as they are written. */
export function useLog({ taskId, instance, growing, follow }: LogPlace) {
  const [lines] = useState(() =>
    createLogLines({
      load: (from, count, signal) =>
        call(taskLogEndpoints.logLines, { params: { taskId }, query: { from, count, instance } }, { signal }),
    }),
  )
  const state = useSyncExternalStore(lines.subscribe, lines.state)
  const [retryCount, setHurry] = useState(0)
  const look = useEffectEvent((signal: AbortSignal) =>
    lines.look(follow || lines.state().path === null ? tail : 0, signal),
  )
  useEffect(() => {
    const stop = new AbortController()
    let pause = shortest
    let timer: ReturnType<typeof setTimeout>
    async function lookOn(): Promise<void> {
      const grown = document.hidden && lines.state().path !== null ? false : await look(stop.signal)
      if (stop.signal.aborted) return
      const { indexed, size, path } = lines.state()
      if (!growing && !grown && path !== null && indexed >= size) return
      pause = grown ? shortest : Math.min(longest, pause * 1.5)
      timer = setTimeout(() => void lookOn(), pause)
    }
    void lookOn()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- news and who looks begin it anew
  }, [lines, growing, follow, retryCount])
  const again = () => setHurry((count) => count + 1)
  useNews('task-output', (event) => (event === null || event.taskId === taskId) && again())
  return { lines, state, again }
}
