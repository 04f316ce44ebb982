import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isThere } from '../port/is-there.ts'
import { sizeOf } from '../port/log-file.ts'
import { readStored } from '../port/read-stored.ts'
import { createRunFolders } from '../port/run-folders.ts'
import { instanceName } from '../port/run-spec.ts'
import type { RunHandle, RunStatus } from '../port/run-status.ts'
import { writeOnce } from '#platform/write-whole'
import type { SharedFolder } from '../shared-folder/shared-folder.ts'
import type { SlurmConnection } from './connection/connection.ts'
import { localNameOf } from './job-files.ts'
import type { JobQueue } from './job-queue.ts'

export type SlurmRuns = ReturnType<typeof createSlurmRuns>

/** What all have to do with that start, watch or stop runs. */
export interface SlurmParts {
  connection: SlurmConnection
  runs: SlurmRuns
  queue: JobQueue
}

export interface SlurmRun {
  handle: RunHandle
  name: string
  /** This server's own folder of the run. */
  run: string
  instances: readonly { role: string; index: number; folder: string }[]
  /** The job's folder as the server and as the nodes see it. */
  here: string
  there: string
}

export const keyOf = (handle: RunHandle): string => handle.split('/')[1] ?? ''

/** Bytes that are copied at once. */
const chunkBytes = 1_048_576

/**
 * What this server knows of its runs: the plan, the job's number, where each log begins, and how the run ended. Those of each
 * cluster are apart.
 */
export function createSlurmRuns(root: string, cluster: string, shared: SharedFolder) {
  const folders = createRunFolders(root, `slurm-${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}`)

  async function read(handle: RunHandle): Promise<SlurmRun> {
    const { name, run, instances } = await folders.read(handle)
    const key = keyOf(handle)
    const { here, there } = shared.jobFolder(name)
    return { handle, name, run, instances, here: join(here, key), there: join(there, key) }
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
        await writeOnce(join(member.folder, 'log-begins'), String(size))
      }
      return run
    },

    jobId: (run: SlurmRun) => readFile(join(run.run, 'job'), 'utf8').catch(() => null),
    noteJob: ({ run }: SlurmRun, id: string) => writeOnce(join(run, 'job'), id),
    isStopping: ({ run }: SlurmRun) => isThere(join(run, 'stop')),
    noteStop: ({ run }: SlurmRun) => writeOnce(join(run, 'stop'), ''),

    readEnd: async ({ run }: SlurmRun) => (await readStored<RunStatus>(join(run, 'end.json'))) ?? null,
    noteEnd: ({ run }: SlurmRun, status: RunStatus) => writeOnce(join(run, 'end.json'), JSON.stringify(status)),

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
  const size = await sizeOf(from)
  const copied = Math.max(0, (await sizeOf(to)) - begins)
  if (size <= copied) return
  await mkdir(dirname(to), { recursive: true })
  await appendFile(to, '')
  const source = createReadStream(from, { start: copied, end: size - 1, highWaterMark: chunkBytes })
  await pipeline(source, createWriteStream(to, { flags: 'r+', start: begins + copied }))
}
