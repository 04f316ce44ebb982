import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnvironmentProgress } from '@vermilion/contract/tasks/environments/python-environments'
import { processTable } from '#platform/processes/process-table'
import { programEnvironment, spawnProgram } from '#platform/processes/start-program'
import type { Python } from './find-python.ts'
import { installationFailed } from './installation-failed.ts'
import { createOutputReader } from './installation-output.ts'
import type { LockFile } from './lock-file.ts'

interface Installation {
  /** Holds all that the installer writes; its folder `environment` is the result. */
  part: string
  python: Python
  uv: string | undefined
  lock: LockFile
  /** Such as those of the mirror; never in the command line, since they may hold a password. */
  variables: Readonly<Record<string, string>>
  signal: AbortSignal
  onProgress: (progress: EnvironmentProgress) => void
}

type Command = readonly [string, ...string[]]

const pinnedOnly = ['--no-deps', '--require-hashes', '--only-binary', ':all:']

function commandsOf({ python: { program }, uv, lock: { file } }: Installation, folder: string): Command[] {
  const own = join(folder, 'bin', 'python')
  if (uv !== undefined)
    return [
      [uv, 'venv', '--python', program, folder],
      [uv, 'pip', 'install', '--python', own, '--compile-bytecode', ...pinnedOnly, '-r', file],
    ]
  const quiet = ['--no-cache-dir', '--no-input', '--disable-pip-version-check', '--progress-bar', 'off']
  return [
    [program, '-I', '-m', 'venv', folder],
    [own, '-I', '-m', 'pip', 'install', ...quiet, ...pinnedOnly, '-r', file],
  ]
}

/** Returns the folder of the environment. Fails as `EnvironmentFailed`, or with the reason of the signal. */
export async function install(installation: Installation): Promise<string> {
  const { part, python, lock, variables, signal, onProgress } = installation
  const folder = join(part, 'environment')
  const [temporary, cache] = [join(part, 'temporary'), join(part, 'cache')]
  await Promise.all([temporary, cache].map((each) => mkdir(each, { recursive: true })))
  let progress: EnvironmentProgress = { done: 0, total: lock.packages, bytes: 0 }
  const tell = (change: Partial<EnvironmentProgress>) => onProgress((progress = { ...progress, ...change }))
  const output = createOutputReader(lock.packages, tell, secretsOf(variables))
  const env = {
    ...programEnvironment(),
    // In seconds: mirrors may be slow.
    PIP_DEFAULT_TIMEOUT: '60',
    UV_HTTP_TIMEOUT: '60',
    ...variables,
    LC_ALL: 'C.UTF-8',
    // Wheels of gigabytes do not fit into the memory that /tmp often is.
    TMPDIR: temporary,
    UV_CACHE_DIR: cache,
    UV_PYTHON_DOWNLOADS: 'never',
    UV_NO_PROGRESS: '1',
  }
  for (const [program, ...parameters] of commandsOf(installation, folder)) {
    signal.throwIfAborted()
    const child = spawnProgram(program, parameters, {
      cwd: part,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const kill = () => void (child.pid !== undefined && endGroup(child.pid))
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', output.read)
    signal.addEventListener('abort', kill)
    const measuring = setInterval(() => {
      void writtenBelow(temporary).then((bytes) => bytes > progress.bytes && tell({ bytes }))
    }, measureEvery)
    try {
      const closed = once(child, 'close') as Promise<[number | null]>
      closed.catch(() => undefined)
      await once(child, 'spawn')
      if (child.pid !== undefined) await noteInstaller(part, child.pid)
      const [code] = await closed
      output.end()
      signal.throwIfAborted()
      if (code !== 0) throw installationFailed(output.lines(), python)
    } finally {
      signal.removeEventListener('abort', kill)
      clearInterval(measuring)
    }
  }
  return folder
}

/** User names and passwords in addresses of mirrors and proxies, as they stand there and as they are meant. */
function secretsOf(variables: Readonly<Record<string, string>>): string[] {
  const addresses = Object.values(variables).flatMap((value) => value.split(/\s+/).filter((word) => URL.canParse(word)))
  const parts = addresses.map((address) => new URL(address)).flatMap(({ username, password }) => [username, password])
  return [...parts, ...parts.map(decodeURIComponent)].filter((part) => part !== '')
}

/** In milliseconds. */
const measureEvery = 1_000

/** pip keeps its downloads in folders of this name until all are installed. */
async function writtenBelow(temporary: string): Promise<number> {
  const entries = await readdir(temporary, { recursive: true, withFileTypes: true }).catch(() => [])
  const wheels = entries.filter((entry) => entry.isFile() && entry.parentPath.includes('/pip-unpack-'))
  const sizes = wheels.map(({ parentPath, name }) =>
    stat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Programs name their environment by its path, in their first line or in a variable. */
export async function movePaths(folder: string, target: string): Promise<void> {
  const bin = join(folder, 'bin')
  for (const entry of await readdir(bin, { withFileTypes: true })) {
    const file = join(bin, entry.name)
    if (!entry.isFile() || (await stat(file)).size > maxScriptBytes) continue
    const text = await readFile(file, 'latin1')
    if (text.includes(folder)) await writeFile(file, text.replaceAll(folder, target), 'latin1')
  }
}

const maxScriptBytes = 65_536

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

const installerFile = (part: string) => join(part, 'installer')

async function noteInstaller(part: string, pid: number): Promise<void> {
  const started = (await processTable.find(pid))?.started
  if (started !== undefined) await writeFile(installerFile(part), `${pid} ${started}`)
}

/** Removes what an installation left, and ends its installer where that outlived its server. */
export async function removePart(part: string): Promise<void> {
  const noted = await readFile(installerFile(part), 'utf8').catch(() => '')
  const pid = Number(noted.split(' ')[0])
  if (pid > 0 && (await processTable.find(pid))?.started === noted.slice(noted.indexOf(' ') + 1)) endGroup(pid)
  await rm(part, { recursive: true, force: true, maxRetries: 5 })
}
