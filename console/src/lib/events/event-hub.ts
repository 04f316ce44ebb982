import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { type Connection, followEvents } from './events.ts'

export interface Sender {
  readonly base: string
  readonly token: string | null
  readonly language: string
}

export type TabMessage = { kind: 'follow'; sender: Sender } | { kind: 'reconnect' } | { kind: 'leave' }

/** Messages to a tab. `alive` is a heartbeat; `unauthenticated` names the token that the server refused. */
export type HubMessage =
  | { kind: 'event'; event: ServerEvent }
  | { kind: 'connection'; connection: Connection }
  | { kind: 'alive' }
  | { kind: 'unauthenticated'; token: string | null }

export interface Follower {
  post: (message: HubMessage) => void
}

export interface EventHubNeeds {
  open: (sender: Sender, headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type EventHub = ReturnType<typeof createEventHub>

/** One stream for all tabs, because a browser opens at most six connections to a server. Each tab receives every event once. */
export function createEventHub({ open, wait }: EventHubNeeds) {
  const followers = new Set<Follower>()
  let sender: Sender | null = null
  let connection: Connection = 'connecting'
  let stop: (() => void) | null = null
  let retryNow = new AbortController()

  const tell = (message: HubMessage) => followers.forEach((follower) => follower.post(message))

  function begin(from: Sender): void {
    stop?.()
    sender = from
    let used = from.token
    stop = followEvents({
      open: (headers, signal) => {
        used = (sender ?? from).token
        return open(sender ?? from, headers, signal)
      },
      onEvent: (event) => tell({ kind: 'event', event }),
      onConnection: (follower) => {
        connection = follower
        tell({ kind: 'connection', connection })
      },
      onSign: () => tell({ kind: 'alive' }),
      onUnauthenticated: () => {
        stop = null
        tell({ kind: 'unauthenticated', token: used })
      },
      wait: (milliseconds, signal) => {
        retryNow = new AbortController()
        return wait(milliseconds, AbortSignal.any([signal, retryNow.signal]))
      },
    })
  }

  function join(follower: Follower, from: Sender): void {
    followers.add(follower)
    const another = sender !== null && sender.token !== from.token
    if (stop === null || another) begin(from)
    else {
      sender = from
      follower.post({ kind: 'connection', connection })
    }
    if (another) tell({ kind: 'event', event: { type: 'resync' } })
  }

  function leave(follower: Follower): void {
    followers.delete(follower)
    if (followers.size > 0) return
    stop?.()
    stop = null
    sender = null
  }

  return {
    receive(follower: Follower, message: TabMessage): void {
      if (message.kind === 'follow') join(follower, message.sender)
      else if (message.kind === 'reconnect') retryNow.abort()
      else leave(follower)
    },
  }
}
