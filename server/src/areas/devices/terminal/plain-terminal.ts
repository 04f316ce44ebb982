import { once } from 'node:events'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import type { DeviceConnection } from '../connection/connection.ts'

/** Milliseconds in which a command must write its first byte. */
const maxSilenceMs = 20_000

/** A login shell, or the command, that ends with its connection. */
export async function openPlainTerminal(
  connection: DeviceConnection,
  { columns, rows, argv }: TerminalOrder,
): Promise<Terminal> {
  const { channel, exit } = await connection.start({ terminal: { columns, rows }, ...(argv && { argv }) })
  channel.on('error', () => undefined)
  // Hung up before it has its terminal, a command would hear nothing of it and go on: it is to write something at once.
  if (argv !== undefined) {
    const first = once(channel, 'readable', { signal: AbortSignal.timeout(maxSilenceMs) })
    await Promise.race([first, exit]).catch((error: unknown) => {
      channel.close()
      throw error
    })
  }
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
      // A channel with bytes that nobody reads never ends.
      channel.resume().close()
    },
  }
}

/** Same code as `ssh`. */
export const lostExit = { code: 255, signal: null, lost: true } as const
