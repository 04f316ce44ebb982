import { maxCommandOutput, type OutcomeStatus } from '@vermilion/contract/devices/commands'
import { withTimeout } from '#platform/time-out'
import { endCommand } from '../connection/command-end.ts'
import type { DeviceConnection, RunningCommand } from '../connection/connection.ts'
import { shellCommand } from '../connection/quoting.ts'
import type { OutputRecorder } from './output.ts'

export interface Ending {
  status: OutcomeStatus
  exitCode: number | null
  signal: string | null
  detail: string
  mayGoOn: boolean
}

/** Milliseconds to start a command, and to close the channel of an ended one. */
const startTimeoutMs = 30_000
const closeTimeoutMs = 5_000

interface CommandOrder {
  connection: DeviceConnection
  name: string
  command: string
  timeoutSeconds: number
  output: OutputRecorder
  signal: AbortSignal
}

export async function runCommand(order: CommandOrder): Promise<Ending> {
  const { connection, name, command, timeoutSeconds, output, signal } = order
  const endingOf = (status: OutcomeStatus, detail: string): Ending => ({
    status,
    detail,
    exitCode: null,
    signal: null,
    mayGoOn: false,
  })
  const giveUp = new AbortController()
  let running: RunningCommand
  try {
    const opening = connection.start({
      argv: shellCommand(command),
      name,
      signal: AbortSignal.any([signal, giveUp.signal]),
    })
    running = await withTimeout(opening, { timeoutMs: startTimeoutMs, tooLate: () => undefined })
  } catch (error) {
    giveUp.abort()
    return endingOf(signal.aborted ? 'stopped' : 'failed', signal.aborted ? '' : messageOf(error))
  }
  const { channel, exit, pid } = running
  const stopping = Promise.withResolvers<Ending>()
  const stop = (status: OutcomeStatus, detail: string) => stopping.resolve(endingOf(status, detail))
  const addOutput = (bytes: Buffer) => {
    output.add(bytes)
    if (output.size() > maxCommandOutput) stop('failed', `it wrote more than ${maxCommandOutput} bytes and was ended`)
  }
  channel.on('data', addOutput)
  channel.stderr.on('data', addOutput)
  channel.end()
  const timer = setTimeout(() => stop('timed-out', ''), timeoutSeconds * 1_000)
  const abort = () => stop('stopped', '')
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    const stopped = Symbol('stopped')
    const first = await Promise.race([exit, stopping.promise.then(() => stopped)])
    if (typeof first === 'object')
      return { ...endingOf(first.code === 0 ? 'success' : 'failed', ''), exitCode: first.code, signal: first.signal }
    const isEnded = await endCommand(connection, { name, ...(pid && { pid }) })
    await withTimeout(exit, { timeoutMs: closeTimeoutMs }).catch(() => channel.close())
    return { ...(await stopping.promise), mayGoOn: !isEnded }
  } catch (error) {
    return { ...endingOf('unknown', messageOf(error)), mayGoOn: true }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
