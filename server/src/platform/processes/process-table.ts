import { readdir, readFile } from 'node:fs/promises'
import { runProgram } from './start-program.ts'

export interface ProcessEntry {
  pid: number
  group: number
  /** Start time in the system's format. With pid and boot it identifies one process for ever. */
  started: string
}

export interface ProcessTable {
  find(pid: number): Promise<ProcessEntry | undefined>
  list(): Promise<ProcessEntry[]>
  /** Changes with every start of the machine. */
  boot(): Promise<string>
}

/** Milliseconds before `ps` or `sysctl` is given up. */
const commandTimeout = 5_000

/** Linux: `/proc/<pid>/stat`, see proc_pid_stat(5). The start time is field 22, in clock ticks since boot. */
export const procTable: ProcessTable = {
  async find(pid) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // Field 2, the name, may hold spaces and brackets, so fields are counted after its last bracket.
    const [state, , group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const started = rest[16]
    if (state === 'Z' || state === 'X' || group === undefined || started === undefined) return undefined
    return { pid, group: Number(group), started }
  },
  async list() {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const entries = await Promise.all(pids.map((pid) => procTable.find(Number(pid))))
    return entries.filter((entry) => entry !== undefined)
  },
  async boot() {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  },
}

/** macOS, and any system whose `ps` knows `lstart`. */
export const psTable: ProcessTable = {
  async find(pid) {
    return (await ps(['-p', String(pid)]))[0]
  },
  list: () => ps(['-ax']),
  async boot() {
    return (await runProgram('sysctl', ['-n', 'kern.bootsessionuuid'], { timeout: commandTimeout })).stdout.trim()
  },
}

async function ps(which: string[]): Promise<ProcessEntry[]> {
  const options = { timeout: commandTimeout, maxBuffer: 16 * 1024 * 1024, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  // `ps` exits with 1 when it finds no process.
  const { stdout } = await runProgram('ps', [...which, '-o', 'pid=,pgid=,state=,lstart='], options).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n').flatMap((line) => {
    const [, pid, group, state, started] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*?)\s*$/.exec(line) ?? []
    if (started === undefined || state?.startsWith('Z')) return []
    return [{ pid: Number(pid), group: Number(group), started }]
  })
}

export const processTable: ProcessTable = process.platform === 'linux' ? procTable : psTable
