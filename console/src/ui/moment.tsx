import { useEffect } from 'react'
import { create } from 'zustand'
import { formatRelative, formatTime, unknownValue } from '#lib/format.ts'
import { type TimeZone, useSystem } from '#lib/system.ts'

const useClock = create<{ now: number }>(() => ({ now: Date.now() }))
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

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

const useMinute = create<{ now: number }>((set) => {
  setInterval(() => set({ now: Date.now() }), 20_000)
  return { now: Date.now() }
})

export function Ago({ time }: { time: string | null }) {
  const now = useMinute((clock) => clock.now)
  const { lang, times, zone } = useSystem()
  const relative = formatRelative(time, lang, now)
  const absolute = formatTime(time, zone)
  return (
    <time
      dateTime={time ?? undefined}
      title={times === 'relative' ? inZone(absolute, zone) : relative}
      style={{ whiteSpace: 'nowrap' }}
    >
      {times === 'relative' ? relative : absolute}
    </time>
  )
}

/** A time in details: `YYYY-MM-DD HH:mm:ss`, with the relative time as tooltip. */
export function Time({ time }: { time: string | null }) {
  const { lang, zone } = useSystem()
  const now = useMinute((clock) => clock.now)
  return (
    <time dateTime={time ?? undefined} title={formatRelative(time, lang, now)} style={{ whiteSpace: 'nowrap' }}>
      {formatTime(time, zone)}
    </time>
  )
}

/** The tooltip names the zone when it is UTC. */
function inZone(time: string, zone: TimeZone): string {
  return zone === 'utc' && time !== unknownValue ? `${time} UTC` : time
}
