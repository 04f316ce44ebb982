import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

type Onward = (bytes: Buffer, send: () => void) => void

export async function startWay(socket: string, onward: Onward = (_bytes, send) => send()) {
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((near) => {
    near.on('error', () => {})
    if (!isOpen) return void near.destroy()
    const far = connect(socket)
    for (const one of [near, far]) sockets.add(one.on('error', () => {}))
    near.on('data', (bytes: Buffer) => onward(bytes, () => void far.write(bytes)))
    far.on('data', (bytes) => near.write(bytes))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shut = () => {
    isOpen = false
    for (const one of sockets) one.destroy()
    sockets.clear()
  }
  return {
    address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut,
    open: () => void (isOpen = true),
    close() {
      shut()
      server.close()
    },
  }
}
