import type { ExecFileException } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createLimit } from '#platform/limit'
import { spawnProgram } from '#platform/processes/start-program'
import { isAway, silenceOf, SlurmAway, SlurmRefused } from './connection.ts'
import { StartRefused } from '../../port/start-refused.ts'

export interface CommandOptions {
  input?: string
  /** In milliseconds. A command whose controller does not answer tries again for many seconds. */
  timeout?: number
}

/** Runs one of Slurm's commands, where they are, and returns its output. */
export type RunCommand = (argv: readonly [string, ...string[]], options?: CommandOptions) => Promise<string>

/** In milliseconds. */
export const usualTimeout = 8_000
/** Bytes of a line of Slurm's errors that are told. */
const maxWords = 500
export const commandPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/slurm/bin'

/** The environment of Slurm's commands, which jobs inherit: nothing of the server's but what finds the cluster. */
export function commandEnvironment(configuration: string | undefined): Record<string, string> {
  // oxlint-disable-next-line node/no-process-env -- a server beside a Slurm that is configured by its environment
  const { SLURM_CONF, PATH, HOME } = process.env
  const named = configuration ?? SLURM_CONF
  return {
    PATH: PATH === undefined ? commandPath : `${PATH}:${commandPath}`,
    ...(HOME === undefined ? {} : { HOME }),
    ...(named === undefined ? {} : { SLURM_CONF: named }),
  }
}

/** A controller answers few commands at a time. */
const maxRunning = 8

export function createLocalCommands(environment: Readonly<Record<string, string>>): RunCommand {
  const inTurn = createLimit(maxRunning)
  const run: RunCommand = async (argv, { input = '', timeout = usualTimeout } = {}) => {
    const [program, ...rest] = argv
    const child = spawnProgram(program, rest, { env: { ...environment }, stdio: ['pipe', 'pipe', 'pipe'], timeout })
    // A command that ends without reading is told by its exit.
    child.stdin.on('error', () => undefined).end(input)
    try {
      const closed = once(child, 'close') as Promise<[number | null, string | null]>
      const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
      if (code === 0) return output
      throw commandFailure(program, errors, code)
    } catch (error) {
      if ((error as ExecFileException).code !== 'ENOENT') throw error
      throw new StartRefused({
        en: `${program} is not installed on this machine, or not in its PATH`,
        zh: `本机未安装 ${program}，或不在 PATH 中`,
      })
    }
  }
  return (...order) => inTurn(undefined, () => run(...order))
}

export function commandFailure(program: string, errors: string, code: number | null): Error {
  const message = errors
    .trim()
    .replaceAll(/^(?:\w+: )?(?:error|fatal): /gm, '')
    .slice(-maxWords)
  if (code === 127) return new Error(`${program} is not installed on the login node, or not in the PATH of its account`)
  if (code === null) return new SlurmAway(silenceOf(`${program} was given up. ${message}`.trim()))
  if (isAway(errors)) return new SlurmAway(silenceOf(message))
  return new SlurmRefused(message === '' ? `${program} ended with ${code}` : message)
}
