import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const password = 'a password for stories'

const root = new URL('../../', import.meta.url)
const main = 'server/src/main.ts'

export interface Server {
  /** Without a slash at the end. */
  readonly address: string
  readonly data: string
  readonly process: ChildProcess
  /** Ends the server and waits for its end. With SIGKILL it has no time to put anything in order. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

interface Options {
  /** A data folder that outlives the server; without it, a fresh one that `stop` removes. */
  readonly data?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Another program that starts the server, from the root, and its arguments. */
  readonly program?: readonly [string, ...string[]]
}

/** Starts the real server as its own process, on a free port, and waits until it is ready. */
export async function startServer({ data, environment = {}, program = [main] }: Options = {}): Promise<Server> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'vermilion-story-')))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      VERMILION_DATA: folder,
      VERMILION_PORT: '0',
      VERMILION_ADMIN_PASSWORD: password,
      VERMILION_LOG_LEVEL: 'error',
      ...environment,
    },
  })
  return {
    address: await addressOf(child),
    data: folder,
    process: child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      if (data === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The server tells its address in the line that says it is ready. */
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
