import type { ServerEvent, ServerEventType } from '@vermilion/contract/kernel/event-stream'
import { useEffect, useEffectEvent } from 'react'
import { session } from '../api.ts'
import { useConnection } from './connection.ts'
import type { HubMessage } from './event-hub.ts'
import { connectHub, type HubConnection } from './hub-connection.ts'
import { invalidateBy, queryClient, refreshLoaded, retryFailed } from '../query.ts'
import { useSystem } from '../system.ts'

/** Milliseconds without a message after which the hub is considered dead: it sends one at least once a minute. */
const maxSilence = 75_000

/** Milliseconds before a new page refreshes what it had loaded before events could arrive. */
const untilAgain = 1_500

const listeners = new Set<(event: ServerEvent) => void>()

export function followServerEvents(): () => void {
  const invalidate = invalidateBy(queryClient)
  let line: HubConnection
  let silence: ReturnType<typeof setTimeout>
  let connecting = false
  let opened = false
  let again: ReturnType<typeof setTimeout>

  const tell = (event: ServerEvent) => {
    for (const listener of listeners) listener(event)
  }
  const handle = (event: ServerEvent) => {
    invalidate(event)
    tell(event)
  }

  const refreshAll = () => {
    refreshLoaded()
    tell({ type: 'resync' })
  }

  function receive(message: HubMessage): void {
    clearTimeout(silence)
    silence = setTimeout(begin, maxSilence, 'again')
    if (message.kind === 'event') handle(message.event)
    else if (message.kind === 'connection') {
      const previous = useConnection.getState().connection
      useConnection.setState({ connection: message.connection })
      if (message.connection === 'connected' && previous === 'offline') retryFailed()
      if (message.connection === 'connecting') connecting = true
      // Changes between the loaded responses and the stream's beginning were missed, unless another tab had begun the stream
      // before.
      if (message.connection === 'connected' && connecting) {
        connecting = false
        clearTimeout(again)
        if (opened) refreshAll()
        else again = setTimeout(refreshAll, untilAgain)
        opened = true
      }
    } else if (message.kind === 'unauthenticated') void session.expire(message.token)
  }

  function begin(how: 'first' | 'again'): void {
    if (how === 'again') line.close()
    line = connectHub(receive)
    follow()
    silence = setTimeout(begin, maxSilence, 'again')
    if (how === 'again') handle({ type: 'resync' })
  }

  const follow = () =>
    line.send({
      kind: 'follow',
      sender: { base: document.baseURI, token: session.token(), language: useSystem.getState().lang },
    })
  const requestRetry = () => document.visibilityState === 'visible' && line.send({ kind: 'reconnect' })
  /** A page restored from the back/forward cache has missed events. */
  const show = ({ persisted }: PageTransitionEvent) => persisted && begin('again')
  const hide = () => line.send({ kind: 'leave' })

  useConnection.setState({ connection: 'connecting' })
  begin('first')
  const unsubscribe = session.subscribe((change) => change === 'entered' && follow())
  addEventListener('online', requestRetry)
  document.addEventListener('visibilitychange', requestRetry)
  addEventListener('pagehide', hide)
  addEventListener('pageshow', show)
  return () => {
    clearTimeout(silence)
    clearTimeout(again)
    line.close()
    unsubscribe()
    removeEventListener('online', requestRetry)
    document.removeEventListener('visibilitychange', requestRetry)
    removeEventListener('pagehide', hide)
    removeEventListener('pageshow', show)
  }
}

export function subscribeToEvents(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back for each event of one type, and with null at a resync. */
export function useServerEvent<Type extends ServerEventType>(
  type: Type,
  handle: (event: Extract<ServerEvent, { type: Type }> | null) => void,
): void {
  const receive = useEffectEvent((event: ServerEvent) => {
    if (event.type === 'resync') handle(null)
    else if (event.type === type) handle(event as Extract<ServerEvent, { type: Type }>)
  })
  useEffect(() => {
    return subscribeToEvents((event) => receive(event))
  }, [])
}
