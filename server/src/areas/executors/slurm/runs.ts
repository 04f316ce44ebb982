import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '#platform/ids'
import { createRunFolders } from '../port/run-folders.ts'
import { instanceName } from '../port/run-spec.ts'
import type { RunHandle, RunStatus } from '../port/run-status.ts'
import type { SharedFolder } from '../shared-folder/shared-folder.ts'
import { localNameOf } from './job-files.ts'

export type SlurmRuns = ReturnType<typeof createSlurmRuns>

export interface SlurmRun {
  handle: RunHandle
  name: string
  /** This server's own folder of the run. */
  run: string
  instances: readonly { role: string; index: number; folder: string }[]
  /** The folders of all jobs of the name, and of this one as the server and as the nodes see it. */
  jobs: string
  here: string
  there: string
}

interface RunsNeeds {
  root: string
  /** Where jobs of one cluster are: others keep theirs apart. */
  cluster: string
  shared: SharedFolder
}

export const keyOf = (handle: RunHandle): string => handle.split('/')[1] ?? ''

/** Bytes that are copied at once. */
const chunkBytes = 1_048_576

/** What this server knows of its runs: the plan, the job's number, where each log begins, and how the run ended. */
export function createSlurmRuns({ root, cluster, shared }: RunsNeeds) {
  const folders = createRunFolders(root, `slurm-${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}`)

  async function read(handle: RunHandle): Promise<SlurmRun> {
    const { name, run, instances } = await folders.read(handle)
    const key = keyOf(handle)
    const { here, there } = shared.jobFolder(name)
    return { handle, name, run, instances, jobs: here, here: join(here, key), there: join(there, key) }
  }

  const noteOnce = async (path: string, text: string) => {
    const draft = `${path}-${newId()}`
    await writeFile(draft, text)
    await link(draft, path).catch(() => undefined)
    await rm(draft)
  }

  return {
    read,
    handles: folders.handles,
    logFile: folders.logFile,
    remove: folders.remove,

    async plan(handle: RunHandle, spec: Parameters<typeof folders.plan>[1]): Promise<SlurmRun> {
      await folders.plan(handle, spec)
      const run = await read(handle)
      // Runs of one name follow one another in one log.
      for (const member of run.instances) {
        const size = await sizeOf(folders.logFile(handle, instanceName(run.name, member)))
        await noteOnce(join(member.folder, 'log-begins'), String(size ?? 0))
      }
      return run
    },

    jobId: (run: SlurmRun) => readFile(join(run.run, 'job'), 'utf8').catch(() => null),
    noteJob: ({ run }: SlurmRun, id: string) => noteOnce(join(run, 'job'), id),
    isStopping: async ({ run }: SlurmRun) => (await sizeOf(join(run, 'stop'))) !== null,
    noteStop: ({ run }: SlurmRun) => noteOnce(join(run, 'stop'), ''),

    async readEnd({ run }: SlurmRun): Promise<RunStatus | null> {
      const text = await readFile(join(run, 'end.json'), 'utf8').catch(() => null)
      if (text === null) return null
      return JSON.parse(text, (name, value: unknown) =>
        (name === 'startedAt' || name === 'endedAt') && typeof value === 'string' ? new Date(value) : value,
      ) as RunStatus
    },
    noteEnd: ({ run }: SlurmRun, status: RunStatus) => noteOnce(join(run, 'end.json'), JSON.stringify(status)),

    /** Copies what the logs have grown by. Bytes go to their own place, so that a repeated copy changes nothing. */
    async copyLogs({ handle, name, instances, here }: SlurmRun): Promise<void> {
      for (const member of instances) {
        const begins = Number(await readFile(join(member.folder, 'log-begins'), 'utf8').catch(() => Number.NaN))
        const path = folders.logFile(handle, instanceName(name, member))
        if (!Number.isNaN(begins)) await copyGrowth(join(here, `${localNameOf(member)}.log`), path, begins)
      }
    },
  }
}

async function copyGrowth(from: string, to: string, begins: number): Promise<void> {
  const size = (await sizeOf(from)) ?? 0
  const copied = Math.max(0, ((await sizeOf(to)) ?? 0) - begins)
  if (size <= copied) return
  await mkdir(dirname(to), { recursive: true })
  await appendFile(to, '')
  const source = createReadStream(from, { start: copied, end: size - 1, highWaterMark: chunkBytes })
  await pipeline(source, createWriteStream(to, { flags: 'r+', start: begins + copied }))
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )
