import { useEffect, useEffectEvent, useRef } from 'react'
import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { useConnection } from '#lib/events/connection.ts'
import { subscribeToEvents } from '#lib/events/server-events.ts'
import { useOwnChanges } from '#lib/query.ts'
import type { Windows } from './windows.ts'

/** The minimum interval between two refreshes, in milliseconds. */
const pause = 500

type RefreshState = Pick<Windows<never>, 'refresh' | 'rest'>

export function useUpkeep(windows: RefreshState, concerns: (event: ServerEvent) => boolean): void {
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Uses the values at that time: another filter may have been set meanwhile.
  const refreshShown = useEffectEvent(() => windows.refresh('show'))
  const receive = useEffectEvent((event: ServerEvent) => {
    if (event.type !== 'resync' && !concerns(event)) return
    soon.current ??= setTimeout(() => {
      soon.current = undefined
      refreshShown()
    }, pause)
  })
  useEffect(() => {
    const stop = subscribeToEvents((event) => receive(event))
    return () => {
      stop()
      clearTimeout(soon.current)
      soon.current = undefined
    }
  }, [])
  useEffect(() => {
    windows.refresh()
    return () => windows.rest()
  }, [windows])
  const own = useOwnChanges(({ count }) => count)
  const away = useConnection(({ connection }) => connection === 'offline')
  const latest = useRef({ own, away })
  useEffect(() => {
    const previous = latest.current
    latest.current = { own, away }
    if (previous.own === own && (away || !previous.away)) return
    windows.refresh()
  }, [own, away, windows])
}
