import type { Follower, TabMessage } from './event-hub.ts'
import { openEventHub } from './open-event-hub.ts'

const hub = openEventHub()

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  const follower: Follower = { post: (message) => port.postMessage(message) }
  port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hub.receive(follower, data))
  port.start()
})
