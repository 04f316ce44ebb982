import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { memoryFlags, nodeFlags as usualFlags, serverEnvironment } from '../../../tools/launch/node.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const password = 'a password for benches'

export interface Build {
  readonly name: string
  readonly folder: string
  remove(): void
}

/** A checkout of another commit with its workspaces and this one's packages. */
export function buildOf(commit: string): Build {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-build-'))
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const packages = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@vermilion'), { recursive: true })
  for (const name of readdirSync(packages).flatMap((name) => packagesIn(packages, name))) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(packages, '@vermilion'))) {
    const target = readlinkSync(join(packages, '@vermilion', name))
    symlinkSync(target, join(folder, 'node_modules/@vermilion', name))
  }
  installMissing(folder)
  return { name: commit.slice(0, 8), folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A package, or those of a scope; each build has its own workspaces. */
function packagesIn(packages: string, name: string): readonly string[] {
  if (name === '.cache' || name === '@vermilion') return []
  return name.startsWith('@') ? readdirSync(join(packages, name)).map((part) => `${name}/${part}`) : [name]
}

/** Installs dependencies that the server of that commit needs and this one no longer has. */
function installMissing(folder: string) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const missing = Object.keys(dependencies).filter((name) => !existsSync(join(root, 'node_modules', name)))
  if (missing.length === 0) return
  const prefix = join(folder, 'missing')
  mkdirSync(prefix)
  const packages = missing.map((name) => `${name}@${dependencies[name]}`)
  execFileSync('npm', ['install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  for (const name of missing) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(prefix, 'node_modules', name), link)
  }
}

export const thisBuild: Build = { name: 'this build', folder: root, remove: () => undefined }

export type BuildServer = Awaited<ReturnType<typeof startBuild>>

/** Server of a build as under `npm start`, on its own data folder. */
export async function startBuild({ name, folder }: Build, nodeFlags: readonly string[] = []) {
  const data = mkdtempSync(join(tmpdir(), 'vermilion-load-'))
  const program = join(folder, 'server/src/main.ts')
  const environment = { ...serverEnvironment, NODE_COMPILE_CACHE: join(data, '.code') }
  const options = { ...process.env, ...environment, VERMILION_DATA: data, VERMILION_PORT: '0' }
  const flags = [...usualFlags, ...memoryFlags, ...nodeFlags, program]
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
    /** Resident MiB. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024,
    /** Processor seconds so far. */
    processors() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    /** p99 of event loop turns in milliseconds since the last call. */
    async turns() {
      const text = await (await fetch(`${address}/metrics`)).text()
      // The histogram includes the sampling interval of 10 ms.
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
