import { createConnection } from 'node:net'
import type { Socket } from 'node:net'

/** What one read of the system takes at most, while nothing is shared. */
const readSize = 64 * 1024
/** For what is done with before the next read, of all connections. */
let sharedBuffer: Buffer | undefined

export interface DeviceSocket {
  readonly socket: Socket
  /** From now on nobody holds on to what was read: all reads go to one buffer. */
  shareBuffer(): void
}

/**
 * A connection of TCP for SSH, which writes many small pieces: those of one turn go to the system together, and then at once,
 * without waiting for more.
 */
export function openDeviceSocket({ host, port }: { host: string; port: number }): DeviceSocket {
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
  return { socket, shareBuffer: () => void (isShared = true) }
}
