import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import type { DeviceConnection } from '../connection/connection.ts'

/** A login shell, or the command, that ends with its connection. */
export async function openPlainTerminal(
  connection: DeviceConnection,
  { columns, rows, argv }: TerminalOrder,
): Promise<Terminal> {
  const { channel, exit } = await connection.start({ terminal: { columns, rows }, ...(argv && { argv }) })
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
