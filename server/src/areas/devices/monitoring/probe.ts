import type { DeviceFacts } from '@vermilion/contract/devices/facts'
import type { DeviceProblem } from '@vermilion/contract/devices'
import { withTimeout } from '#platform/time-out'
import { NotBegun } from '../connection/command-start.ts'
import { CommandFailed, type DeviceConnection } from '../connection/connection.ts'
import { openDeviceSftp } from '../files/sftp/device-sftp.ts'
import { cleanText, linesOf, valuesOf } from './lines.ts'
import { parseFacts } from './parse-facts.ts'
import { scriptCommand } from './scripts.ts'

/** Milliseconds; the script gives each tool ten seconds. */
const factsTimeout = 60_000
const maxOutputBytes = 262_144
const sftpTimeout = 20_000

export class ProbeFailed extends Error {
  readonly problem: Extract<DeviceProblem, 'login-blocked' | 'unsuitable' | 'timed-out' | 'connection-lost'>

  constructor(problem: ProbeFailed['problem'], detail: string) {
    super(detail)
    this.name = 'ProbeFailed'
    this.problem = problem
  }
}

export async function probe(connection: DeviceConnection): Promise<DeviceFacts> {
  const argv = await scriptCommand('facts', '')
  const { code, output, errors } = await connection
    .run({ argv, timeout: factsTimeout, maxOutputBytes })
    .catch((error: unknown) => {
      throw probeFailureOf(error)
    })
  const facts = parseFacts(output, await hasSftp(connection))
  if (facts !== null && valuesOf(linesOf(output), 'end').length > 0) return facts
  if (facts !== null || code === null) throw new ProbeFailed('connection-lost', 'the device ended the script early')
  const message = cleanText(errors.toString('utf8')) || cleanText(output.toString('utf8')) || 'nothing'
  throw new ProbeFailed('unsuitable', `it does not run POSIX sh; it answered: ${message}`)
}

function probeFailureOf(error: unknown): ProbeFailed {
  const detail = error instanceof Error ? cleanText(error.message) : String(error)
  if (error instanceof NotBegun && error.reason === 'login-blocked') return new ProbeFailed('login-blocked', detail)
  if (!(error instanceof CommandFailed)) return new ProbeFailed('unsuitable', detail)
  if (error.reason === 'timed-out') return new ProbeFailed('timed-out', detail)
  return new ProbeFailed(error.reason === 'connection-lost' ? 'connection-lost' : 'unsuitable', detail)
}

async function hasSftp(connection: DeviceConnection): Promise<boolean> {
  const opening = openDeviceSftp(connection).then((session) => session.end())
  return withTimeout(opening, { timeoutMs: sftpTimeout }).then(
    () => true,
    () => false,
  )
}
