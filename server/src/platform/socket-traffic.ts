import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Traffic } from '#platform/http/route-traffic'

export type SocketTraffic = ReturnType<typeof createSocketTraffic>

/** Sums the bytes of changing connections from the sockets' counters. */
export function createSocketTraffic() {
  const open = new Set<Socket>()
  const closed: Traffic = { received: 0, sent: 0 }

  function addTo(sum: Traffic, { bytesRead, bytesWritten }: Socket): Traffic {
    sum.received += bytesRead
    sum.sent += bytesWritten
    return sum
  }

  return {
    /** A stream inside another connection is counted with that one. */
    add(stream: Duplex): void {
      if (!(stream instanceof Socket)) return
      open.add(stream)
      stream.once('close', () => {
        open.delete(stream)
        addTo(closed, stream)
      })
    },
    total: (): Traffic => [...open].reduce(addTo, { ...closed }),
  }
}
