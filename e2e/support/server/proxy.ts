import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy {
  readonly address: string
  /** Resets every connection. */
  cut(): void
  /** Refuses connections until `open`. */
  shut(): void
  open(): void
  /** Holds all traffic back until `release`. */
  hold(): void
  release(): void
  readonly count: () => number
  stop(): Promise<void>
}

/** TCP proxy that breaks connections on demand, or after some bytes of a response. */
export async function startProxy(target: string, { cutAfter }: { cutAfter?: () => number } = {}): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let shut = false
  let isHeld = false
  let count = 0
  const server = createServer((near) => {
    if (shut) {
      near.destroy()
      return
    }
    count += 1
    const far = connect(Number(port), hostname)
    let left = cutAfter?.() ?? Infinity
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
      open.delete(far)
    }
    open.add(near)
    open.add(far)
    if (isHeld) for (const side of [near, far]) side.pause()
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      const passed = bytes.subarray(0, left)
      left -= passed.length
      near.write(passed, () => left <= 0 && end())
    })
    for (const side of [near, far]) side.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => open.forEach((socket) => socket.destroy())
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    shut() {
      shut = true
      cut()
    },
    open() {
      shut = false
    },
    hold() {
      isHeld = true
      for (const side of open) side.pause()
    },
    release() {
      isHeld = false
      for (const side of open) side.resume()
    },
    count: () => count,
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
