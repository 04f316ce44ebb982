import { createHash } from 'node:crypto'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cgroupPlaces, readCgroupTexts, type CgroupPlace, type Controller } from './cgroup-places.ts'

export interface ProcessLimits {
  cpu?: number
  memoryBytes?: number
  /** Processes and threads at once. */
  processes?: number
}

/** Groups of processes in the kernel: they enforce limits, and no process leaves them by itself. */
export type Cgroups = ReturnType<typeof openCgroups>

/** The scheduler's period for CPU limits, in microseconds. */
const period = 100_000

export function openCgroups(texts = readCgroupTexts()) {
  const positions = cgroupPlaces(texts)
  const has = (controller: Controller) => positions.some((location) => location.controllers.includes(controller))
  return {
    enforced: { cpu: has('cpu'), memory: has('memory'), pids: has('pids') },
    /** True when groups exist, so that processes can be found whatever their session. */
    contain: positions.length > 0,
    async create(folder: string, limits: ProcessLimits): Promise<string[]> {
      const name = createHash('sha256').update(folder).digest('hex').slice(0, 24)
      return Promise.all(
        positions.map(async (location) => {
          const group = join(location.folder, name)
          await mkdir(group, { recursive: true })
          for (const [file, value] of settings(location, limits)) await writeFile(join(group, file), value)
          for (const [file, value] of requests(location, limits))
            await writeFile(join(group, file), value).catch(() => {})
          return group
        }),
      )
    },
  }
}

function settings({ version, controllers }: CgroupPlace, limits: ProcessLimits): [string, string][] {
  const { cpu, memoryBytes, processes } = limits
  const matches: [string, string][] = []
  if (controllers.includes('cpu') && cpu !== undefined) {
    const quota = String(Math.max(1_000, Math.round(cpu * period)))
    if (version === 2) matches.push(['cpu.max', `${quota} ${period}`])
    else matches.push(['cpu.cfs_period_us', String(period)], ['cpu.cfs_quota_us', quota])
  }
  if (controllers.includes('memory') && memoryBytes !== undefined) {
    matches.push([version === 2 ? 'memory.max' : 'memory.limit_in_bytes', String(Math.ceil(memoryBytes))])
  }
  if (controllers.includes('pids') && processes !== undefined) matches.push(['pids.max', String(Math.ceil(processes))])
  return matches
}

/**
 * Best effort, since not every kernel has these: no evasion of the memory limit by swapping, and its excess ends the whole run.
 */
function requests({ version, controllers }: CgroupPlace, { memoryBytes }: ProcessLimits): [string, string][] {
  if (!controllers.includes('memory') || memoryBytes === undefined) return []
  if (version === 1) return [['memory.memsw.limit_in_bytes', String(Math.ceil(memoryBytes))]]
  return [
    ['memory.swap.max', '0'],
    ['memory.oom.group', '1'],
  ]
}

export async function sweepCgroups(groups: readonly string[]): Promise<void> {
  for (const group of groups) {
    await writeFile(join(group, 'cgroup.kill'), '1', { flag: 'r+' }).catch(() => undefined)
    await writeFile(join(group, 'pids.max'), '0', { flag: 'r+' }).catch(() => undefined)
  }
  for (const group of groups) {
    for (let round = 0; round < 100; round += 1) {
      const members = await readFile(join(group, 'cgroup.procs'), 'utf8').catch(() => '')
      const pids = members.split('\n').flatMap((line) => (Number(line) > 0 ? [Number(line)] : []))
      if (pids.length === 0) break
      for (const pid of pids) kill(pid)
      await sleep(20)
    }
  }
}

export async function removeCgroups(groups: readonly string[]): Promise<void> {
  for (const group of groups) {
    for (let round = 0; round < 50; round += 1) {
      const isGone = await rmdir(group).then(
        () => true,
        (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
      )
      if (isGone) break
      await sleep(20)
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended by itself.
  }
}
