import { once } from 'node:events'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { removeCgroups, sweepCgroups } from './cgroups.ts'
import { processTable } from './process-table.ts'
import { spawnProgram } from './start-program.ts'

const script = fileURLToPath(new URL('supervisor.sh', import.meta.url))

/** Milliseconds that a supervisor may take to exit after recording the end. */
const farewell = 1_000

export interface SupervisedCommand {
  /** An existing folder for the supervisor's own files. One folder is one run: a second launch into it runs nothing. */
  folder: string
  /** The program's absolute path and its arguments, passed without a shell. */
  argv: readonly [string, ...string[]]
  /** The command's whole environment: nothing of the server's is added. */
  environment: Readonly<Record<string, string>>
  workingFolder: string
  logFile: string
  /** The command starts only after `release` is called for this path. */
  waitsFor?: string | undefined
  /** The cgroups that the command runs in; see `cgroups.ts`. */
  groups: readonly string[]
}

export type SupervisedState =
  | { phase: 'absent' }
  | { phase: 'running'; startedAt: Date }
  | { phase: 'ended'; startedAt: Date; endedAt: Date; code: number; signal: string | null; outOfMemory: boolean | null }
  /** The supervisor was killed or the machine restarted: the command's outcome is unknown. */
  | { phase: 'lost'; startedAt: Date }

/** Resolves once the run can be found by its folder. */
export async function launch(command: SupervisedCommand): Promise<void> {
  if (command.waitsFor !== undefined) await writeFile(join(command.folder, 'waits-for'), lines([command.waitsFor]))
  if (command.groups.length > 0) await writeFile(join(command.folder, 'groups'), lines(command.groups))
  const log = await open(command.logFile, 'a')
  try {
    const child = spawnProgram('/bin/sh', [script, command.folder, ...command.argv], {
      cwd: command.workingFolder,
      detached: true,
      env: { ...command.environment },
      stdio: ['ignore', log.fd, log.fd, 'pipe'],
    })
    await once(child, 'spawn')
    child.unref()
    const ready = child.stdio[3]
    if (ready && 'resume' in ready) await once(ready.resume(), 'close')
  } finally {
    await log.close()
  }
}

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')

export async function groupsOf(folder: string): Promise<string[]> {
  const text = (await readFile(join(folder, 'groups'), 'utf8').catch(ifMissing)) ?? ''
  return text.split('\n').filter((line) => line !== '')
}

export const release = (path: string): Promise<void> => writeFile(path, '')

/** Undefined when the run is over. */
export async function sessionOf(folder: string): Promise<number | undefined> {
  const identity = await readIdentity(folder)
  return !identity || !(await isAlive(identity)) || (await readExit(folder)) ? undefined : identity.pid
}

/** Undefined when the run is over. */
export async function environmentOf(folder: string): Promise<Record<string, string> | undefined> {
  const leader = await sessionOf(folder)
  if (leader === undefined) return undefined
  // It is stored nowhere else, since it may hold secrets. Only Linux exposes it; elsewhere a minimum must do.
  const text = await readFile(`/proc/${leader}/environ`, 'utf8').catch(() => 'PATH=/usr/local/bin:/usr/bin:/bin')
  const entries = text.split('\0').flatMap((entry) => {
    const at = entry.indexOf('=')
    return at < 1 ? [] : [[entry.slice(0, at), entry.slice(at + 1)]]
  })
  return Object.fromEntries(entries) as Record<string, string>
}

interface Identity {
  pid: number
  started: string
  boot: string
  writtenAt: Date
}

/** The run's state, read from its files and the process table only, so it holds for any server process. */
export async function readState(folder: string): Promise<SupervisedState> {
  const identity = await readIdentity(folder)
  if (!identity) return { phase: 'absent' }
  const startedAt = identity.writtenAt
  // `isAlive` comes first: a supervisor that ends in between has written the exit file by then.
  const alive = await isAlive(identity)
  const exit = await readExit(folder)
  if (exit) return { phase: 'ended', startedAt, ...exit }
  return alive ? { phase: 'running', startedAt } : { phase: 'lost', startedAt }
}

/**
 * Ends a run: SIGTERM to its group and, after the grace period, SIGKILL to all but the supervisor, which records the exit code.
 * Also kills leftovers of a killed supervisor and, with cgroups, processes that left the session. Does nothing to an ended run,
 * and may be called again.
 */
export async function terminate(folder: string, graceSeconds: number): Promise<void> {
  const identity = await readIdentity(folder)
  const groups = await groupsOf(folder)
  if (!identity) return removeCgroups(groups)
  if (await isAlive(identity)) {
    const isOver = (await readExit(folder)) !== undefined
    if (!isOver) signal(-identity.pid, 'SIGTERM')
    await untilGone(identity, isOver ? farewell : graceSeconds * 1_000)
  }
  // A command may fork between listing and killing, so repeat until nothing is left.
  for (let round = 0; round < 100; round += 1) {
    await sweepCgroups(groups)
    const members = await leftGroup(identity)
    if (members.length === 0 && !(await isAlive(identity))) break
    for (const pid of members) signal(pid, 'SIGKILL')
    await sleep(20)
  }
  await removeCgroups(groups)
}

async function leftGroup(identity: Identity): Promise<number[]> {
  if (identity.boot !== (await processTable.boot())) return []
  const entries = await processTable.list()
  const leader = entries.find((entry) => entry.pid === identity.pid)
  // A pid is not reused while a group has its number: another process with it means that our group is empty.
  if (leader && leader.started !== identity.started) return []
  return entries.filter((entry) => entry.group === identity.pid && entry.pid !== identity.pid).map((entry) => entry.pid)
}

async function untilGone(identity: Identity, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (Date.now() < deadline && (await isAlive(identity))) await sleep(Math.min(50, milliseconds))
}

async function isAlive(identity: Identity): Promise<boolean> {
  const entry = await processTable.find(identity.pid)
  return entry?.started === identity.started && (await processTable.boot()) === identity.boot
}

async function readIdentity(folder: string): Promise<Identity | undefined> {
  const path = join(folder, 'identity')
  const text = await readFile(path, 'utf8').catch(ifMissing)
  if (text === undefined) return undefined
  const [pid, started, boot] = text.split('\n').map((line) => line.trim())
  const stats = await stat(path).catch(ifMissing)
  if (!pid || !started || !boot || !stats) return undefined
  return { pid: Number(pid), started, boot, writtenAt: stats.mtime }
}

async function readExit(folder: string) {
  const path = join(folder, 'exit')
  const text = await readFile(path, 'utf8').catch(ifMissing)
  const stats = await stat(path).catch(ifMissing)
  if (text === undefined || !stats) return undefined
  const [code = '', killed = ''] = text.split('\n')
  const outOfMemory = killed === '' ? null : Number(killed) > 0
  return { code: Number(code), signal: signalOf(Number(code)), outOfMemory, endedAt: stats.mtime }
}

/** The signal of a shell's exit code 128+n, else null. A program may also exit with 128+n by itself. */
export function signalOf(code: number): string | null {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0] ?? null
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error
  }
}

function ifMissing(error: unknown): undefined {
  if (isCode(error, 'ENOENT')) return undefined
  throw error
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
