import { createConnection, type Socket } from 'node:net'

const readSize = 64 * 1024
/** Shared by all connections whose reads are consumed before the next one. */
let sharedBuffer: Buffer | undefined

/** A TCP connection for SSH. Small writes of one turn are sent together, without Nagle's delay. */
export function openDeviceSocket({ host, port }: { host: string; port: number }) {
  let isShared = false
  const socket: Socket = createConnection({
    host,
    port,
    noDelay: true,
    onread: {
      buffer: () => (isShared ? (sharedBuffer ??= Buffer.allocUnsafeSlow(4 * readSize)) : Buffer.allocUnsafe(readSize)),
      callback(length, buffer) {
        socket.emit('data', Buffer.from(buffer.buffer, buffer.byteOffset, length))
        return true
      },
    },
  }).setMaxListeners(0)
  const write = socket.write.bind(socket)
  let isGathering = false
  function release(): void {
    isGathering = false
    socket.uncork()
  }
  socket.write = (bytes: Uint8Array | string) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      setImmediate(release)
    }
    return write(bytes)
  }
  /** Promises that reads are consumed at once: all go to one shared buffer. */
  return { socket, shareBuffer: () => void (isShared = true) }
}
