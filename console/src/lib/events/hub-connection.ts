import type { Follower, HubMessage, TabMessage } from './event-hub.ts'
import { openEventHub } from './open-event-hub.ts'

export interface HubConnection {
  send: (message: TabMessage) => void
  close: () => void
}

export function connectHub(receive: (message: HubMessage) => void): HubConnection {
  let worker: SharedWorker | null = null
  let closed = false
  let sent: TabMessage[] = []
  let send: HubConnection['send'] = (message) => void sent.push(message)

  function stayHere(): void {
    if (closed) return
    const hub = openEventHub()
    const follower: Follower = { post: receive }
    send = (message) => hub.receive(follower, message)
    for (const message of sent) send(message)
  }

  if (typeof SharedWorker === 'undefined') stayHere()
  else {
    worker = new SharedWorker(new URL('./events.worker.ts', import.meta.url), { type: 'module', name: 'events' })
    const { port } = worker
    port.addEventListener('message', ({ data }: MessageEvent<HubMessage>) => {
      sent = []
      receive(data)
    })
    port.start()
    send = (message) => {
      sent.push(message)
      port.postMessage(message)
    }
    worker.addEventListener('error', stayHere, { once: true })
  }

  return {
    send: (message) => send(message),
    close: () => {
      send({ kind: 'leave' })
      closed = true
    },
  }
}
