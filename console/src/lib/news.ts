import type { ServerEvent, ServerEventType } from '@vermilion/contract/kernel/event-stream'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { useEffect, useEffectEvent } from 'react'
import { client, session } from './api.ts'
import { useConnection } from './connection.ts'
import { followEvents } from './events.ts'
import { invalidateBy, queryClient } from './query.ts'
import { wait } from './wait.ts'

const listeners = new Set<(event: ServerEvent) => void>()

/** Follows the event stream while a signed-in page is shown; returns how to stop. */
export function followNews(): () => void {
  const invalidate = invalidateBy(queryClient)
  let used: string | null = null
  return followEvents({
    open: (headers, signal) => {
      used = session.token()
      return client.stream(settingsEndpoints.events, headers, signal)
    },
    onEvent: (event) => {
      invalidate(event)
      for (const listener of listeners) listener(event)
    },
    onConnection: (connection) => useConnection.setState({ connection }),
    onUnauthenticated: () => void session.expire(used),
    wait,
  })
}

/** Calls a component back for each event of one type, and at a resync (with null). */
export function useNews<Type extends ServerEventType>(
  type: Type,
  handle: (event: Extract<ServerEvent, { type: Type }> | null) => void,
): void {
  const receive = useEffectEvent((event: ServerEvent) => {
    if (event.type === 'resync') handle(null)
    else if (event.type === type) handle(event as Extract<ServerEvent, { type: Type }>)
  })
  useEffect(() => {
    const listener = (event: ServerEvent) => receive(event)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
