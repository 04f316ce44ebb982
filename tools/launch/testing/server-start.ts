import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { serverEnvironment, serverFlags } from '../node.mjs'
import { inRoot } from '../run.mjs'
import { ensureStripped } from '../stripped.mjs'

export interface StartedServer {
  readonly child: ChildProcess
  /** From the command until `/login` responded. */
  readonly seconds: number
  stop(): Promise<void>
}

interface Start {
  readonly data: string
  readonly command?: readonly [string, ...string[]]
  readonly cwd?: string
}

/** The server process as started by `npm start` after installation and build. */
export async function startServer(data: string): Promise<StartedServer> {
  await ensureStripped(process.execPath)
  return startCommand({ data, command: [process.execPath, ...serverFlags, inRoot('server/src/main.ts')] })
}

/** A command that starts the server, by default `npm start`. */
export async function startCommand({ data, command, cwd = inRoot('.') }: Start): Promise<StartedServer> {
  const from = performance.now()
  const [program, ...programArguments] = command ?? ['npm', 'start', '--silent']
  const child = spawn(program, programArguments, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(command === undefined ? {} : serverEnvironment),
      VERMILION_DATA: data,
      VERMILION_PORT: '0',
      VERMILION_ADMIN_PASSWORD: 'a password for benches',
      VERMILION_LOG_LEVEL: 'error',
    },
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (\S+)\/login/.exec(line)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    const page = await fetch(`${address}/login`)
    if (!page.ok) throw new Error(`/login was answered ${page.status}`)
    return { child, seconds: (performance.now() - from) / 1_000, stop: () => stopProcess(child) }
  }
  throw new Error('the server ended before it was ready')
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Resident memory of a process in MiB: the least of several readings, so that a passing peak does not count. */
export async function idleMemory({ child }: StartedServer, { readings = 5, interval = 1_000 } = {}): Promise<number> {
  let least = Infinity
  for (let reading = 0; reading < readings; reading += 1) {
    if (reading > 0) await wait(interval)
    least = Math.min(least, residentKibibytes(Number(child.pid)) / 1_024)
  }
  return least
}

/** A small Debian has no `ps`, and macOS has no `/proc`. */
function residentKibibytes(pid: number): number {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]))
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])
}
