import type { ServerEvent, ServerEventType } from '@vermilion/contract/kernel/event-stream'
import { useEffect, useEffectEvent } from 'react'
import { session } from '../api.ts'
import { useConnection } from './connection.ts'
import type { HubMessage } from './news-hub.ts'
import { connectNews, type NewsLine } from './news-line.ts'
import { invalidateBy, queryClient, refreshLoaded, retryFailed } from '../query.ts'
import { useSystem } from '../system.ts'

/** Milliseconds without a word after which the hub is taken for dead: it speaks at least once a minute. */
const longestSilence = 75_000

/** Milliseconds after which a page that is opened asks again for what it had asked for before news could come. */
const untilAgain = 1_500

const listeners = new Set<(event: ServerEvent) => void>()

/** Follows the server's news while a signed-in page is shown; returns how to stop. */
export function followNews(): () => void {
  const invalidate = invalidateBy(queryClient)
  let line: NewsLine
  let silence: ReturnType<typeof setTimeout>
  let connecting = false
  let opened = false
  let again: ReturnType<typeof setTimeout>

  const tell = (event: ServerEvent) => {
    for (const listener of listeners) listener(event)
  }
  const take = (event: ServerEvent) => {
    invalidate(event)
    tell(event)
  }

  const refreshAll = () => {
    refreshLoaded()
    tell({ type: 'resync' })
  }

  function receive(message: HubMessage): void {
    clearTimeout(silence)
    silence = setTimeout(begin, longestSilence, 'again')
    if (message.kind === 'event') take(message.event)
    else if (message.kind === 'connection') {
      const previous = useConnection.getState().connection
      useConnection.setState({ connection: message.connection })
      if (message.connection === 'connected' && previous === 'offline') retryFailed()
      if (message.connection === 'connecting') connecting = true
      // Nobody told what changed between the answers that are there and the first word of the stream, unless it had
      // begun before this page, for another tab.
      if (message.connection === 'connected' && connecting) {
        connecting = false
        clearTimeout(again)
        // A page that is just being opened is drawn first.
        if (opened) refreshAll()
        else again = setTimeout(refreshAll, untilAgain)
        opened = true
      }
    } else if (message.kind === 'unauthenticated') void session.expire(message.token)
  }

  function begin(how: 'first' | 'again'): void {
    if (how === 'again') line.close()
    line = connectNews(receive)
    follow()
    silence = setTimeout(begin, longestSilence, 'again')
    if (how === 'again') take({ type: 'resync' })
  }

  const follow = () =>
    line.send({
      kind: 'follow',
      sender: { base: document.baseURI, token: session.token(), language: useSystem.getState().lang },
    })
  const requestRetry = () => document.visibilityState === 'visible' && line.send({ kind: 'hurry' })
  /** A page that the browser had put away and shows again heard nothing meanwhile. */
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

/** Calls back at each event until the returned function is called, for what outlives the page that began it. */
export function listenToNews(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
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
    return listenToNews((event) => receive(event))
  }, [])
}
