import type { Terminal } from '#platform/terminals/terminal'
import type { DeviceConnection } from '../connection/connection.ts'

/** A login shell that ends with its connection, for devices without a holder. */
export async function openPlainTerminal(
  connection: DeviceConnection,
  size: { columns: number; rows: number },
): Promise<Terminal> {
  const { channel, exit } = await connection.start({ terminal: size })
  channel.on('error', () => undefined)
  return {
    onData(listener) {
      channel.on('data', listener)
      return () => channel.off('data', listener)
    },
    write: (bytes) => void channel.write(bytes),
    unread: () => channel.writableLength,
    resize: (columns, rows) => channel.setWindow(rows, columns, 0, 0),
    pause: () => void channel.pause(),
    resume: () => void channel.resume(),
    exit: exit.then(
      ({ code, signal }) => ({ code: code ?? 128, signal }),
      () => lostExit,
    ),
    kill() {
      channel.signal('HUP')
      channel.close()
    },
  }
}

/** Same code as `ssh`. */
export const lostExit = { code: 255, signal: null, lost: true } as const
