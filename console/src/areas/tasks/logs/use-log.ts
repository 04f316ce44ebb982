import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import { useServerEvent } from '#lib/events/server-events.ts'
import { createLogLines } from './log-lines.ts'

/** Milliseconds between polls of a growing log and of an idle one. */
const shortest = 120
const maxLineLength = 2_000
const tail = 200

export interface LogPlace {
  taskId: string
  instance: string | undefined
  growing: boolean
  follow: boolean
}

export function useLog({ taskId, instance, growing, follow }: LogPlace) {
  const [lines] = useState(() =>
    createLogLines({
      load: (from, count, signal) =>
        call(taskLogEndpoints.logLines, { params: { taskId }, query: { from, count, instance } }, { signal }),
    }),
  )
  const state = useSyncExternalStore(lines.subscribe, lines.state)
  const [retryCount, setHurry] = useState(0)
  const poll = useEffectEvent((signal: AbortSignal) =>
    lines.poll(follow || lines.state().path === null ? tail : 0, signal),
  )
  useEffect(() => {
    const stop = new AbortController()
    let pause = shortest
    let timer: ReturnType<typeof setTimeout>
    async function keepPolling(): Promise<void> {
      const grown = document.hidden && lines.state().path !== null ? false : await poll(stop.signal)
      if (stop.signal.aborted) return
      const { indexed, size, path } = lines.state()
      if (!growing && !grown && path !== null && indexed >= size) return
      pause = grown ? shortest : Math.min(maxLineLength, pause * 1.5)
      timer = setTimeout(() => void keepPolling(), pause)
    }
    void keepPolling()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- news and who looks begin it anew
  }, [lines, growing, follow, retryCount])
  const again = () => setHurry((count) => count + 1)
  useServerEvent('task-output', (event) => (event === null || event.taskId === taskId) && again())
  return { lines, state, again }
}
