import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../../../tools/launch/node.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const password = 'a password for benches'

export interface Build {
  readonly name: string
  readonly folder: string
  remove(): void
}

/** A checkout of another commit, with the packages of this one and the workspaces of its own. */
export function buildOf(commit: string): Build {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-build-'))
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const packages = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@vermilion'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name !== '@vermilion' && name !== '.cache')
      symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(packages, '@vermilion'))) {
    const target = readlinkSync(join(packages, '@vermilion', name))
    symlinkSync(target, join(folder, 'node_modules/@vermilion', name))
  }
  return { name: commit.slice(0, 8), folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const thisBuild: Build = { name: 'this build', folder: root, remove: () => undefined }

export type BuildServer = Awaited<ReturnType<typeof startBuild>>

/** The server of a build as `npm start` runs it, on a data folder of its own. */
export async function startBuild({ name, folder }: Build, nodeFlags: readonly string[] = []) {
  const data = mkdtempSync(join(tmpdir(), 'vermilion-load-'))
  const program = join(folder, 'server/src/main.ts')
  const environment = { ...serverEnvironment, NODE_COMPILE_CACHE: join(data, '.code') }
  const options = { ...process.env, ...environment, VERMILION_DATA: data, VERMILION_PORT: '0' }
  const flags = [...serverFlags, ...nodeFlags, program]
  execFileSync(process.execPath, [...serverFlags, program, '--compile'], { env: options, stdio: 'ignore' })
  const child = spawn(process.execPath, flags, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...options, VERMILION_ADMIN_PASSWORD: password },
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server of ${name} ended before it was ready`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /ready at (\S+)\/login/.exec(line)?.[1]
      if (match !== undefined) resolve(match)
    })
  })
  const api = `${address}/api/v1`
  let token = ''

  async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const response = await fetch(api + path, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data: reply } = (await response.json()) as { data: Data }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`)
    return reply
  }
  token = (await call<{ token: string }>('POST', '/login/login', { username: 'admin', password })).token

  return {
    name,
    address,
    api,
    token,
    call,
    /** MiB resident now. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024,
    /** Seconds of processors so far. */
    processors() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    /** Milliseconds that a turn of the event loop took in 99 of 100 samples since it was asked for last. */
    async turns() {
      const text = await (await fetch(`${address}/metrics`)).text()
      // Samples are 10 ms apart, and the histogram counts these.
      return Math.max(0, Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1_000 - 10)
    },
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
