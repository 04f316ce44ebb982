import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { groupsOf, sessionOf } from './supervisor.ts'

export interface ProcessUsage {
  cpuSeconds: number
  memoryBytes: number
  /** Disk traffic; null when the system does not report it. */
  disk: { readBytes: number; writtenBytes: number } | null
}

/** Linux's clock tick in seconds and page in bytes, as in `/proc`. */
const tick = 1 / 100
const page = 4_096

/** Null when the run is over or without `/proc`. */
export async function usageOfRun(folder: string): Promise<ProcessUsage | null> {
  const session = await sessionOf(folder)
  if (session === undefined) return null
  const groups = await groupsOf(folder)
  const members = await (groups.length > 0 ? membersOf(groups) : undefined)
  const pids = members ?? (await membersOfSession(session))
  const processUsages = await Promise.all(pids.map((pid) => usageOf(pid, members === undefined ? session : undefined)))
  const each = processUsages.filter((one) => one !== null)
  if (each.length === 0) return null
  const sum = (of: (one: ProcessUsage) => number) => each.reduce((total, one) => total + of(one), 0)
  const [cpu, memory] = await Promise.all([cpuOf(groups), memoryOf(groups)])
  return {
    cpuSeconds: cpu ?? sum(({ cpuSeconds }) => cpuSeconds),
    memoryBytes: memory ?? sum(({ memoryBytes }) => memoryBytes),
    disk: each.some(({ disk }) => disk === null)
      ? null
      : {
          readBytes: sum(({ disk }) => disk?.readBytes ?? 0),
          writtenBytes: sum(({ disk }) => disk?.writtenBytes ?? 0),
        },
  }
}

/** Milliseconds for which a list of all processes is reused, so that concurrent measurements share it. */
const readingValidMs = 250

let lastReading: { at: number; found: Promise<Map<number, string[]>> } | undefined

async function membersOfSession(session: number): Promise<string[]> {
  const now = performance.now()
  const existing =
    lastReading !== undefined && now - lastReading.at < readingValidMs ? await lastReading.found : undefined
  const members = existing?.get(session)
  if (members !== undefined) return members
  // Reads again: the process may have started since.
  lastReading = { at: now, found: readSessions() }
  return (await lastReading.found).get(session) ?? []
}

async function readSessions(): Promise<Map<number, string[]>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const entries = new Map<number, string[]>()
  await Promise.all(
    pids.map(async (pid) => {
      const session = Number((await fieldsOf(pid))[3])
      entries.set(session, [...(entries.get(session) ?? []), pid])
    }),
  )
  return entries
}

async function membersOf(groups: readonly string[]): Promise<string[] | undefined> {
  for (const group of groups) {
    const text = await textOf(join(group, 'cgroup.procs'))
    if (text !== undefined) return text.split('\n').filter((line) => line !== '')
  }
  return undefined
}

async function cpuOf(groups: readonly string[]): Promise<number | undefined> {
  for (const group of groups) {
    const second = numberIn(await textOf(join(group, 'cpu.stat')), /^usage_usec (\d+)$/m)
    if (second !== undefined) return second / 1e6
    const first = numberIn(await textOf(join(group, 'cpuacct.usage')), /^(\d+)/)
    if (first !== undefined) return first / 1e9
  }
  return undefined
}

/** The memory that counts against a limit, less the reclaimable page cache. */
async function memoryOf(groups: readonly string[]): Promise<number | undefined> {
  for (const group of groups) {
    const [second, first, parts] = await Promise.all(
      ['memory.current', 'memory.usage_in_bytes', 'memory.stat'].map((file) => textOf(join(group, file))),
    )
    const held = numberIn(second ?? first, /^(\d+)/)
    if (held !== undefined) return Math.max(0, held - (numberIn(parts, /^(?:total_)?inactive_file (\d+)$/m) ?? 0))
  }
  return undefined
}

/** See proc_pid_stat(5) and proc_pid_io(5). Shared memory counts for each process. */
async function usageOf(pid: string, session: number | undefined): Promise<ProcessUsage | null> {
  const fields = await fieldsOf(pid)
  if (fields.length === 0 || (session !== undefined && Number(fields[3]) !== session)) return null
  const [user, system, endedUser, endedSystem] = [fields[11], fields[12], fields[13], fields[14]].map(Number)
  const io = await textOf(`/proc/${pid}/io`)
  const [readBytes, writtenBytes] = [numberIn(io, /^read_bytes: (\d+)$/m), numberIn(io, /^write_bytes: (\d+)$/m)]
  return {
    cpuSeconds: ((user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0)) * tick,
    memoryBytes: Number(fields[21] ?? 0) * page,
    disk: readBytes === undefined || writtenBytes === undefined ? null : { readBytes, writtenBytes },
  }
}

/** Fields after the name, which may hold anything: field 3, the state, comes first. Empty for an ended process. */
async function fieldsOf(pid: string): Promise<string[]> {
  const stat = await textOf(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
}

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)

function numberIn(text: string | undefined, pattern: RegExp): number | undefined {
  const match = text === undefined ? undefined : pattern.exec(text)?.[1]
  return match === undefined ? undefined : Number(match)
}
