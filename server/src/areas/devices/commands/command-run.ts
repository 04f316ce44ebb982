import { mostCommandOutput } from '@vermilion/contract/devices/commands'
import type { OutcomeStatus } from '@vermilion/contract/devices/commands'
import { withTimeout } from '#platform/time-out'
import { CommandFailed } from '../connection/connection.ts'
import type { DeviceConnection, RunningCommand } from '../connection/connection.ts'
import { shellCommand } from '../connection/quoting.ts'
import type { OutputRecorder } from './output.ts'

export interface Ending {
  status: OutcomeStatus
  exitCode: number | null
  signal: string | null
  detail: string
}

/**
 * Says which process it is and which group it is in, then becomes the command: sshd ends nothing of what it has started
 * without a terminal, so that what takes too long must be ended by name.
 */
const wrapper =
  'read -r stat 2>/dev/null </proc/$$/stat; set -- "$1" ${stat##*) }; echo "$$ ${4:-0}"; exec sh -c "$1" </dev/null'
/** Ends the process, with its group where it leads it, by force after a while. */
const ending = [
  'target=$1; [ "$1" = "$2" ] && target=-$1',
  'kill -TERM "$target" 2>/dev/null || exit 0',
  'for wait in 1 1 1; do sleep "$wait"; kill -0 "$target" 2>/dev/null || exit 0; done',
  'kill -KILL "$target" 2>/dev/null',
].join('\n')

/** Milliseconds for a device to open a channel, to end a command by its name, and until it has ended after that. */
const openPatience = 30_000
const endPatience = 10_000
const lastWords = 5_000
const longestMark = 64

interface CommandOrder {
  connection: DeviceConnection
  command: string
  timeoutSeconds: number
  output: OutputRecorder
  /** Somebody stops it. */
  signal: AbortSignal
}

/** Whether the connection ended before the device had answered; the words are those of ssh2. */
const isLoss = (error: Error) => 'code' in error || error.message === 'No response from server'

/** Runs a command on one device to its end, whatever that is. */
export async function runCommand(order: CommandOrder): Promise<Ending> {
  const { connection, command, timeoutSeconds, output, signal } = order
  const endingOf = (status: OutcomeStatus, detail: string): Ending => ({ status, detail, exitCode: null, signal: null })
  const opening = connection.start({ argv: shellCommand(wrapper, command) })
  let running: RunningCommand
  try {
    running = await withTimeout(opening, { most: openPatience, tooLate: ({ channel }) => channel.close() })
  } catch (error) {
    // Where the device has not refused, it may have begun all the same.
    const mayHaveBegun = error instanceof CommandFailed || (error instanceof Error && isLoss(error))
    return endingOf(mayHaveBegun ? 'unknown' : 'failed', messageOf(error))
  }
  const { channel, exit } = running
  const stopping = Promise.withResolvers<Ending>()
  const stop = (status: OutcomeStatus, detail: string) => stopping.resolve(endingOf(status, detail))
  const addOutput = (bytes: Buffer) => {
    output.add(bytes)
    if (output.size() > mostCommandOutput) stop('failed', `it wrote more than ${mostCommandOutput} bytes and was ended`)
  }
  const readMark = createMarkReader(addOutput)
  channel.on('data', readMark.take)
  channel.stderr.on('data', addOutput)
  channel.on('error', () => undefined)
  channel.end()
  const timer = setTimeout(() => stop('timed-out', ''), timeoutSeconds * 1_000)
  const abort = () => stop('stopped', '')
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    const stopped = Symbol('stopped')
    const first = await Promise.race([exit, stopping.promise.then(() => stopped)])
    if (typeof first === 'object')
      return { status: first.code === 0 ? 'success' : 'failed', exitCode: first.code, signal: first.signal, detail: '' }
    await endByName(connection, readMark.mark())
    await withTimeout(exit, { most: lastWords }).catch(() => channel.close())
    return await stopping.promise
  } catch (error) {
    return endingOf('unknown', messageOf(error))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

async function endByName(connection: DeviceConnection, mark: string | null): Promise<void> {
  const [, pid, group] = /^(\d+) (\d+)$/.exec(mark ?? '') ?? []
  if (pid === undefined || group === undefined || Number(pid) < 2) return
  await connection.run({ argv: shellCommand(ending, pid, group), timeout: endPatience }).catch(() => undefined)
}

/** Keeps the first line to itself. */
function createMarkReader(pass: (bytes: Buffer) => void) {
  let mark: string | null = null
  let begin: Buffer = Buffer.alloc(0)
  return {
    mark: () => mark,
    take(bytes: Buffer): void {
      if (mark !== null) return pass(bytes)
      begin = Buffer.concat([begin, bytes])
      const end = begin.indexOf('\n')
      if (end === -1 && begin.length < longestMark) return
      mark = end === -1 ? '' : begin.toString('latin1', 0, end)
      const rest = begin.subarray(end + 1)
      if (rest.length > 0) pass(rest)
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
