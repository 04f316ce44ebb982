import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type CuttableLine = Awaited<ReturnType<typeof startCuttableLine>>

/** A proxy to a port that can be cut like a network: packets vanish silently; later the ends are closed. */
export async function startCuttableLine(port: number) {
  let isCut = false
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    near.once('close', () => pairs.delete(pair))
    if (isCut) for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const each = (action: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) action(socket)
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut(): void {
      isCut = true
      each((socket) => socket.pause())
    },
    mend(): void {
      isCut = false
      each((socket) => socket.resume())
    },
    /** Data in flight is lost, as when a router restarts. */
    reset(): void {
      each((socket) => socket.resetAndDestroy())
    },
    async stop(): Promise<void> {
      each((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}
