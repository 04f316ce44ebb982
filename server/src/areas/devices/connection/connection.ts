import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Client, ClientChannel } from 'ssh2'
import { type Channels, createChannels } from './channels.ts'
import { endCommand } from './command-end.ts'
import { createCommandStart } from './command-start.ts'
import { loginLine } from './quoting.ts'

export interface RunOrder {
  readonly argv: readonly [string, ...string[]]
  readonly input?: Buffer | string
  /** Maximum bytes of both streams; beyond it the command is ended and fails. */
  readonly maxOutputBytes?: number
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** True for a command that starts background processes: they survive a timeout. */
  readonly leavesBehind?: boolean
  /** Skips the queue, for ending other commands. */
  readonly isUrgent?: boolean
}

export interface RunResult {
  /** Null when ended by a signal. */
  readonly code: number | null
  readonly signal: string | null
  readonly output: Buffer
  readonly errors: Buffer
}

export type StartOrder =
  | {
      readonly argv: readonly [string, ...string[]]
      readonly name?: string
      /** Prevents the start once aborted. */
      readonly signal?: AbortSignal
      readonly isUrgent?: boolean
    }
  /** A login shell, or a command without one, in a terminal. */
  | { readonly terminal: { columns: number; rows: number }; readonly argv?: readonly [string, ...string[]] }

/** A command with streams. `exit` resolves after the last output, and rejects when the connection is lost. */
export interface RunningCommand {
  readonly channel: ClientChannel
  readonly pid: number | undefined
  readonly exit: Promise<{ code: number | null; signal: string | null }>
}

export class CommandFailed extends Error {
  readonly reason: 'timed-out' | 'too-much-output' | 'connection-lost' | 'aborted'

  constructor(reason: CommandFailed['reason'], detail: string) {
    super(detail)
    this.name = 'CommandFailed'
    this.reason = reason
  }
}

/** An open connection. Its channels are limited: sshd allows ten by default. */
export interface DeviceConnection {
  run(order: RunOrder): Promise<RunResult>
  /**
   * Excludes the login's output. Rejects with `NotBegun` when the login fails; a command not started on rejection never starts.
   */
  start(order: StartOrder): Promise<RunningCommand>
  subsystem(name: string): Promise<ClientChannel>
  forward(host: string, port: number): Promise<Duplex>
  readonly isOpen: () => boolean
  readonly closed: Promise<Error | null>
  close(): void
}

/** sshd's default `MaxSessions` is 10, and it releases slots late. Some are reserved for ending commands that hold all others. */
const maxChannels = 7
const reservedChannels = 2
const channelTimeout = 15_000
const farewellTimeout = 2_000
const usualTimeout = 30_000
const usualOutput = 1_048_576

const lost = () => new CommandFailed('connection-lost', 'the connection was lost')

type Call<Result> = (done: (error: Error | undefined, result: Result) => void) => void

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

  /** Adds a timeout; a late result is destroyed. */
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
    // A channel without exit status was cut off.
    channel.once('close', () => (ending === undefined ? reject(lost()) : resolve(ending)))
  })
  exit.catch(() => undefined)
  return exit
}

export function connectionOf(
  client: Client,
  { closed, destroy }: { closed: Promise<Error | null>; destroy: () => void },
): DeviceConnection {
  const channels = createChannels(maxChannels)
  const reserve = createChannels(reservedChannels)
  let open = true
  void closed.then(() => {
    open = false
    channels.close()
    reserve.close()
  })

  const openChannel = openerOf({ channels, reserve, closed, isOpen: () => open })

  const start: DeviceConnection['start'] = async (order) => {
    const command = 'terminal' in order ? undefined : createCommandStart(order.argv, order.name)
    let exit: RunningCommand['exit'] | undefined
    const channel = await openChannel(
      (done) => {
        // A quick command may end before the caller continues.
        const watch = (error: Error | undefined, opened: ClientChannel) => {
          if (error === undefined) exit = exitOf(opened)
          done(error, opened)
        }
        if ('terminal' in order) {
          const { columns: cols, rows } = order.terminal
          const pty = { cols, rows, term: 'xterm-256color' }
          if (order.argv === undefined) client.shell(pty, watch)
          else client.exec(loginLine(order.argv), { pty }, watch)
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
  const { argv, input, maxOutputBytes = usualOutput, timeout = usualTimeout, signal, leavesBehind, isUrgent } = order
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
    if (size > maxOutputBytes) stop('too-much-output', `it wrote more than ${maxOutputBytes} bytes`)
    else list.push(bytes)
  }
  // A command may end without reading its input.
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
