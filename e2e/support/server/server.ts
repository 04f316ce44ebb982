import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSession, password } from './session.ts'

const root = new URL('../../../', import.meta.url)
const main = 'server/src/main.ts'

export interface Server {
  /** Without trailing slash. */
  readonly address: string
  readonly data: string
  /** Session token of the first account. */
  readonly token: string
  /** Stops the server and waits for its exit. */
  stop(): Promise<void>
}

/** A server in its own process. SIGKILL ends it without cleanup. */
export interface ServerProcess extends Server {
  readonly process: ChildProcess
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

interface Options {
  /** Persistent data folder; by default a fresh one that `stop` removes. */
  readonly data?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Alternative program that starts the server, from the root, with arguments. */
  readonly program?: readonly [string, ...string[]]
}

/** On a free port unless the environment names one. */
export function serverEnvironment(data: string, environment: Readonly<Record<string, string>> = {}) {
  return {
    VERMILION_DATA: data,
    VERMILION_PORT: '0',
    VERMILION_ADMIN_PASSWORD: password,
    VERMILION_LOG_LEVEL: 'error',
    ...environment,
  }
}

export const createDataFolder = () => mkdtemp(join(tmpdir(), 'vermilion-story-'))
export const removeDataFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })

/** Starts the server as its own process and waits until it is ready, for stories that kill it or start it differently. */
export async function startServer({ data, environment, program = [main] }: Options = {}): Promise<ServerProcess> {
  const folder = data ?? (await createDataFolder())
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...serverEnvironment(folder, environment) },
  })
  const address = await addressOf(child)
  return {
    address,
    data: folder,
    token: await openSession(address),
    process: child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill(signal)
        await exit
      }
      if (data === undefined) await removeDataFolder(folder)
    },
  }
}

/** Reads the address from the line that announces readiness. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the server was started without a pipe')
  const lines = createInterface({ input: stdout })
  for await (const line of lines) {
    const address = /ready at (\S+)\/login/.exec(line)?.[1]
    if (address === undefined) continue
    stdout.resume()
    return address
  }
  throw new Error('the server ended before it was ready')
}
