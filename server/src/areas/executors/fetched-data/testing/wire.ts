import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What lies between a run and the server, and can stand still or be cut. */
export async function startWire() {
  const sockets = new Set<Socket>()
  let target = ''
  let room = Number.POSITIVE_INFINITY
  let passed = 0
  const waiting: (() => void)[] = []

  async function pass(bytes: Buffer, to: Socket): Promise<void> {
    while (room <= 0) await new Promise<void>((resolve) => waiting.push(resolve))
    room -= bytes.length
    passed += bytes.length
    if (!to.destroyed) await new Promise<void>((resolve) => to.write(bytes, () => resolve()))
  }

  function carry(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (bytes: Buffer) => {
      from.pause()
      void pass(bytes, to).then(() => from.resume())
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const server = createServer((socket) => {
    const { hostname, port } = new URL(target)
    const further = connect(Number(port), hostname)
    carry(socket, further)
    carry(further, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    isStill: () => room <= 0,
    to: (address: string) => void (target = address),
    /** Stands still after so many bytes, in both directions together. */
    allow(bytes: number): void {
      room = bytes
      for (const resume of waiting.splice(0)) resume()
    },
    cut(): void {
      for (const socket of sockets) socket.destroy()
    },
    close(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
