import { useEffect } from 'react'
import { create } from 'zustand'
import { formatRelative, formatTime } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'

const useClock = create<{ now: number }>(() => ({ now: Date.now() }))
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time of day, told anew once a second while something shows it, by one timer for all. */
export function useNow(active = true): number {
  useEffect(() => {
    if (!active) return
    watchers += 1
    useClock.setState({ now: Date.now() })
    timer ??= setInterval(() => useClock.setState({ now: Date.now() }), 1000)
    return () => {
      watchers -= 1
      if (watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [active])
  return useClock((clock) => clock.now)
}

/** A time as lists show it: relative, with the full time as tooltip. */
export function Ago({ time }: { time: string | null }) {
  const now = useClock((clock) => clock.now)
  const language = useSystem((system) => system.lang)
  return (
    <time dateTime={time ?? undefined} title={formatTime(time)} style={{ whiteSpace: 'nowrap' }}>
      {formatRelative(time, language, now)}
    </time>
  )
}
