import type { Terminal } from '#platform/terminals/terminal'
import type { DeviceConnection } from '../connection/connection.ts'

/** The login shell on a terminal that ends with the connection, for devices that can hold none. */
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

/** As `ssh` says it. */
export const lostExit = { code: 255, signal: null, lost: true } as const
