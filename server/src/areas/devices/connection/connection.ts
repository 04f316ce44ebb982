import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Client, ClientChannel } from 'ssh2'
import { createChannels } from './channels.ts'
import type { Channels } from './channels.ts'
import { endCommand } from './command-end.ts'
import { createCommandStart } from './command-start.ts'

export interface RunOrder {
  readonly argv: readonly [string, ...string[]]
  readonly input?: Buffer | string
  /** Bytes of output, both streams together, beyond which the command is ended and the order fails. */
  readonly mostOutput?: number
  /** Milliseconds. */
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** What it starts is to outlive it: then nothing is ended on the device where it takes too long. */
  readonly leavesBehind?: boolean
  /** Does not wait behind other commands: for what ends them. */
  readonly isUrgent?: boolean
}

export interface RunResult {
  /** Null where a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
  readonly output: Buffer
  readonly errors: Buffer
}

export type StartOrder =
  | {
      readonly argv: readonly [string, ...string[]]
      /** By which `endCommand` finds it and all that it has started. */
      readonly name?: string
      /** Nothing begins once it is aborted. */
      readonly signal?: AbortSignal
      readonly isUrgent?: boolean
    }
  | { readonly terminal: { columns: number; rows: number } }

/** A command whose streams are used as they come. `exit` is told after the last of its output; it rejects when the connection is lost before. */
export interface RunningCommand {
  readonly channel: ClientChannel
  /** The number of its process; undefined of a login shell on a terminal. */
  readonly pid: number | undefined
  readonly exit: Promise<{ code: number | null; signal: string | null }>
}

/** A command on a device took too long or said too much, or the connection was lost meanwhile. */
export class CommandFailed extends Error {
  readonly reason: 'timed-out' | 'too-much-output' | 'connection-lost' | 'aborted'

  constructor(reason: CommandFailed['reason'], detail: string) {
    super(detail)
    this.name = 'CommandFailed'
    this.reason = reason
  }
}

/** An open connection to a device. Its channels take turns: sshd allows ten at once unless set up otherwise. */
export interface DeviceConnection {
  /** Runs a command to its end. The arguments reach it exactly. */
  run(order: RunOrder): Promise<RunResult>
  /**
   * Starts a command, or the login shell of the account on a terminal. What the login prints before a command is not of its
   * output. Rejects with `NotBegun` where none begins; otherwise a command that was not begun when this rejects never begins.
   */
  start(order: StartOrder): Promise<RunningCommand>
  /** A subsystem of its sshd, such as `sftp`, as a stream of bytes. */
  subsystem(name: string): Promise<ClientChannel>
  /** A stream to an address that the device reaches. */
  forward(host: string, port: number): Promise<Duplex>
  readonly isOpen: () => boolean
  /** Resolves when the connection has ended, with the reason where there is one. */
  readonly closed: Promise<Error | null>
  close(): void
}

/**
 * sshd's `MaxSessions` is 10 unless set up otherwise, and it gives places back late. Some are left for what ends commands that
 * hold all others.
 */
const mostChannels = 7
const reservedChannels = 2
/** Milliseconds until a device has opened a channel. */
const channelTimeout = 15_000
/** Milliseconds that a device has for ending a connection together. */
const farewellTimeout = 2_000
const usualTimeout = 30_000
const usualOutput = 1_048_576

const lost = () => new CommandFailed('connection-lost', 'the connection was lost')

type Call<Result> = (done: (error: Error | undefined, result: Result) => void) => void

/** What opens channels, each in its turn. */
function openerOf({
  channels,
  reserve,
  closed,
  isOpen,
}: {
  channels: Channels
  reserve: Channels
  closed: Promise<Error | null>
  isOpen: () => boolean
}) {
  const unanswered = new Set<(error: Error) => void>()
  void closed.then(() => unanswered.forEach((reject) => reject(lost())))

  /** Calls back, or fails when the connection ends before. */
  function request<Result>(call: Call<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (!isOpen()) return reject(lost())
      unanswered.add(reject)
      const settle = (error: unknown, result?: Result) => {
        unanswered.delete(reject)
        if (result !== undefined) resolve(result)
        else reject(error instanceof Error ? error : new Error(String(error)))
      }
      try {
        call((error, result) => (error ? settle(error) : settle(null, result)))
      } catch (error) {
        settle(error)
      }
    })
  }

  /** The same within the time that a device has for it; what it gives later is ended at once. */
  function requestSoon<Result extends { destroy(): void }>(call: Call<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(new CommandFailed('timed-out', 'the device opened no channel'))
      }, channelTimeout)
      request(call).then(
        (result) => {
          clearTimeout(timer)
          if (isLate) result.destroy()
          else resolve(result)
        },
        (error: Error) => {
          clearTimeout(timer)
          reject(error)
        },
      )
    })
  }

  return async function openChannel(call: Call<ClientChannel>, isUrgent = false) {
    const release = await (isUrgent ? reserve : channels).take()
    try {
      const channel = await requestSoon(call)
      channel.once('close', release)
      return channel
    } catch (error) {
      release()
      throw error
    }
  }
}

function exitOf(channel: ClientChannel): RunningCommand['exit'] {
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    let ending: { code: number | null; signal: string | null } | undefined
    channel.once('exit', (code: number | null, signal?: string) => {
      ending = { code, signal: signal ?? null }
    })
    // A channel that closes without an exit was cut off.
    channel.once('close', () => (ending === undefined ? reject(lost()) : resolve(ending)))
  })
  exit.catch(() => undefined)
  return exit
}

/** What a client that is signed in can do. */
export function connectionOf(
  client: Client,
  { closed, destroy }: { closed: Promise<Error | null>; destroy: () => void },
): DeviceConnection {
  const channels = createChannels(mostChannels)
  const reserve = createChannels(reservedChannels)
  let open = true
  void closed.then(() => {
    open = false
    channels.close()
    reserve.close()
  })

  const openChannel = openerOf({ channels, reserve, closed, isOpen: () => open })

  const start: DeviceConnection['start'] = async (order) => {
    const command = 'argv' in order ? createCommandStart(order.argv, order.name) : undefined
    let exit: RunningCommand['exit'] | undefined
    const channel = await openChannel(
      (done) => {
        // A quick command has ended before whoever waits for the channel goes on.
        const watch = (error: Error | undefined, opened: ClientChannel) => {
          if (error === undefined) exit = exitOf(opened)
          done(error, opened)
        }
        if ('terminal' in order) {
          const { columns: cols, rows } = order.terminal
          client.shell({ cols, rows, term: 'xterm-256color' }, watch)
        } else client.exec(command?.line ?? '', watch)
      },
      'isUrgent' in order && order.isUrgent,
    )
    channel.on('error', () => undefined)
    return {
      channel,
      pid: await command?.begin(channel, { lost, signal: 'signal' in order ? order.signal : undefined }),
      exit: exit ?? exitOf(channel),
    }
  }

  const connection: DeviceConnection = {
    run: (order) => runToEnd(connection, order),
    start,
    subsystem: (name) => openChannel((done) => client.subsys(name, done)),
    forward: (host, port) => openChannel((done) => client.forwardOut('127.0.0.1', 0, host, port, done)),
    isOpen: () => open,
    closed,
    close() {
      client.end()
      const timer = setTimeout(destroy, farewellTimeout).unref()
      void closed.then(() => clearTimeout(timer))
    },
  }
  return connection
}

async function runToEnd(connection: DeviceConnection, order: RunOrder): Promise<RunResult> {
  const { argv, input, mostOutput = usualOutput, timeout = usualTimeout, signal, leavesBehind, isUrgent } = order
  signal?.throwIfAborted()
  const name = leavesBehind === true ? '' : randomUUID()
  const { channel, exit, pid } = await connection.start({
    argv,
    name,
    ...(signal && { signal }),
    ...(isUrgent && { isUrgent }),
  })
  const stopped = Promise.withResolvers<never>()
  let isStopped = false
  const stop = (reason: CommandFailed['reason'], detail: string) => {
    stopped.reject(new CommandFailed(reason, detail))
    if (isStopped) return
    isStopped = true
    channel.close()
    if (name !== '' && isUrgent !== true && connection.isOpen())
      void endCommand(connection, { name, ...(pid && { pid }) })
  }
  const parts = { output: [] as Buffer[], errors: [] as Buffer[] }
  let size = 0
  const gather = (list: Buffer[]) => (bytes: Buffer) => {
    size += bytes.length
    if (size > mostOutput) stop('too-much-output', `it wrote more than ${mostOutput} bytes`)
    else list.push(bytes)
  }
  // A command that ends without reading its input is no failure.
  channel.on('data', gather(parts.output))
  channel.stderr.on('data', gather(parts.errors))
  const timer = setTimeout(() => stop('timed-out', `it took longer than ${Math.round(timeout / 1_000)} s`), timeout)
  const abort = () => stop('aborted', 'it was given up')
  signal?.addEventListener('abort', abort)
  try {
    if (signal?.aborted) abort()
    channel.end(input)
    const ending = await Promise.race([exit, stopped.promise])
    return { ...ending, output: Buffer.concat(parts.output), errors: Buffer.concat(parts.errors) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
