import { mkdir, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { commandLine } from '#areas/devices'
import { signalOf } from '#platform/processes/supervisor'
import type { Mount, RunSpec } from '../port/run-spec.ts'
import type { RunExit } from '../port/run-status.ts'
import { writeWhole } from '#platform/write-whole'
import { enterScript, instanceScript } from './job-script.ts'
import { commandOf, placeCommands, stepOptions } from './launch-files.ts'
import type { LaunchSettings } from './launch-files.ts'

interface InstanceFiles {
  node: string | null
  address: string | null
  step: string
  startedAt: Date | null
  endedAt: Date | null
  exit: RunExit | null
  /** Why the command could not be started. */
  problem: string | null
}

/** What the job itself has written down. */
export interface JobFiles {
  /** Of the one job that may run here, once it has started. */
  jobId: string | null
  /** How often Slurm has started the job again. */
  attempt: number
  /** The exit of the step, once all instances have ended by themselves. */
  done: number | null
  instances: ReadonlyMap<string, InstanceFiles>
}

export const localNameOf = ({ role, index }: { role: string; index: number }): string => `${role}-${index}`

interface JobOrder extends LaunchSettings {
  spec: RunSpec
  /** With their sources as the nodes see them. */
  mounts: readonly Mount[]
  workingFolder: string
  /** The job's folder as this server and as the nodes see it. */
  here: string
  there: string
  isDense: boolean
  /** Instances look for signals in the job's folder. */
  isWatching: boolean
}

/** Writes all that the job reads; values may hold secrets. */
export async function writeJobFiles(order: JobOrder): Promise<void> {
  const { spec, here } = order
  await mkdir(here, { recursive: true, mode: 0o700 })
  const write = (name: string, text: string) => writeWhole(join(here, name), text, 0o600)
  const { environment, instances } = spec
  for (const instance of instances) {
    const entries = Object.entries({ ...environment, ...instance.environment })
    const lines = entries.map(([name, value]) => `${commandLine(['export', `${name}=${value}`])}\n`)
    await write(`${localNameOf(instance)}.environment`, lines.join(''))
  }
  await write('instances', instances.map((instance) => `${localNameOf(instance)}\n`).join(''))
  await write('place', placeCommands(order))
  await write('command', `${commandLine(['set', '--', ...commandOf(order)])}\n`)
  await write('instance', instanceScript)
  if (order.isWatching) await write('watch', '')
  await write('enter', enterScript(spec))
  await write('launch', `${commandLine(['set', '--', ...stepOptions(order), '/bin/sh', './instance'])}\n`)
}

/** `attempt` is the number that Slurm tells; undefined for the last one that has left files. */
export async function readJobFiles(folder: string, attempt?: number): Promise<JobFiles> {
  // Reading the folder makes a network file system look again.
  const names = await namesIn(folder)
  const last = Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number))
  const jobId = names.includes('job') ? await readlink(join(folder, 'job')).catch(() => null) : null
  const [doneAttempt, code] = names.includes('done') ? ((await textOf(join(folder, 'done'))) ?? '').split(' ') : []
  const done = code === undefined ? null : Number(code)
  const of = done === null ? (attempt ?? last) : Number(doneAttempt)
  const instances = new Map<string, InstanceFiles>()
  const existing = await namesIn(join(folder, String(of)))
  for (const name of existing) {
    const [instance = '', kind] = name.split('.')
    if (kind !== 'begun') continue
    const path = join(folder, String(of), instance)
    const [node = '', address = '', step = ''] = ((await textOf(`${path}.begun`)) ?? '').split('\n')
    const exit = existing.includes(`${instance}.exit`) ? await textOf(`${path}.exit`) : undefined
    instances.set(instance, {
      node: node || null,
      address: address || null,
      step,
      startedAt: await timeOf(`${path}.begun`),
      endedAt: exit === undefined ? null : await timeOf(`${path}.exit`),
      exit: exit === undefined ? null : exitOf(Number.parseInt(exit, 10)),
      problem: existing.includes(`${instance}.problem`) ? ((await textOf(`${path}.problem`)) ?? '').trim() : null,
    })
  }
  return { jobId, attempt: of, done, instances }
}

export const exitOf = (code: number, outOfMemory: boolean | null = null): RunExit => ({
  code,
  signal: signalOf(code),
  outOfMemory,
})

/** They may hold secrets. */
export async function removeEnvironments(folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.environment'))
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
}

/** What the job script and `srun` said, at its end. */
export async function readScriptOutput(folder: string): Promise<string> {
  const lines = ((await textOf(join(folder, 'job.log'))) ?? '').trim().split('\n')
  return lines.slice(-3).join(' ').slice(-500)
}

/** Where only a step ran out of memory, `srun` tells it, and the job itself has failed like any other. */
export async function hasRunOutOfMemory(folder: string, { instances }: JobFiles): Promise<boolean> {
  if ([...instances.values()].every(({ exit }) => (exit?.code ?? 0) === 0)) return false
  return /: Out Of Memory$|oom-kill event/m.test((await textOf(join(folder, 'job.log'))) ?? '')
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)

const timeOf = async (path: string) => (await stat(path).catch(() => null))?.mtime ?? null
