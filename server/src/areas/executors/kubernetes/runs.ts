import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogCopy } from '../log-copy/log-copy.ts'
import { hasCode } from '#platform/blobs/folder-file'
import { isThere } from '../port/is-there.ts'
import { writeWhole } from '#platform/write-whole'
import type { LogCopy } from '../log-copy/log-copy.ts'
import { readStored } from '../port/read-stored.ts'
import { createRunFolders } from '../port/run-folders.ts'
import { instanceName } from '../port/run-spec.ts'
import type { RunHandle, InstanceStatus } from '../port/run-status.ts'
import type { KubernetesClient } from './client/client.ts'
import { digestOf, jobNameOf, runKeyOf } from './names.ts'
import type { Observed } from './state/observed.ts'
import { podLog } from './pod-log.ts'
import { podOf } from './state/pods.ts'

export interface Member {
  name: string
  role: string
  index: number
  job: string
  /** Position among the instances of its role: the completion index of its pod. */
  ordinal: number
  folder: string
  log: LogCopy
}

export interface KnownRun {
  handle: RunHandle
  /** By which its objects are labelled. */
  key: string
  folder: string
  /** In rank order. */
  members: Member[]
}

interface RunsNeeds {
  root: string
  location: string
  client: KubernetesClient
  observed: Observed
  owner: () => Promise<string>
}
export type Runs = ReturnType<typeof createRuns>

/** `location` tells clusters and namespaces apart. */
export function createRuns({ root, location: cluster, client, observed, owner }: RunsNeeds) {
  const folders = createRunFolders(root, `kubernetes-${digestOf(cluster)}`)
  /** Plans never change. */
  const readRuns = new Map<RunHandle, KnownRun>()

  async function existing(handle: RunHandle, planned: Awaited<ReturnType<typeof folders.read>>): Promise<KnownRun> {
    const key = runKeyOf(await owner(), handle)
    const counts = new Map<string, number>()
    const members = planned.instances.map(({ role, index, folder }) => {
      const name = instanceName(planned.name, { role, index })
      const ordinal = counts.get(role) ?? 0
      counts.set(role, ordinal + 1)
      const job = jobNameOf(key, role)
      const pathOf = () => {
        const pod = podOf(observed.of(key), { job, ordinal })
        return pod && !pod.isRemoved ? client.paths.log(pod.pod.metadata.name) : undefined
      }
      const log = createLogCopy({ folder, file: folders.logFile(handle, name) }, podLog(client, pathOf))
      return { name, role, index, job, ordinal, folder, log }
    })
    const run = readRuns.get(handle) ?? { handle, key, folder: planned.run, members }
    if (members.length > 0) readRuns.set(handle, run)
    return run
  }

  return {
    read: async (handle: RunHandle) => readRuns.get(handle) ?? existing(handle, await folders.read(handle)),
    plan: async (...[handle, spec]: Parameters<typeof folders.plan>) =>
      existing(handle, await folders.plan(handle, spec)),
    remove: async ({ handle, key }: KnownRun) => {
      await folders.remove(handle)
      readRuns.delete(handle)
      observed.forget(key)
    },
    handles: folders.handles,
    logFile: folders.logFile,
  }
}

/** All Jobs were created: one that is missing later is lost, and never created again. */
export const noteBeginning = ({ folder }: KnownRun): Promise<void> => writeFile(join(folder, 'begun'), '')
export const hasBegun = ({ folder }: KnownRun): Promise<boolean> => isThere(join(folder, 'begun'))
/** Noted before a stop, so that its end is not taken for a time limit. */
export const noteStop = ({ folder }: KnownRun): Promise<void> => writeFile(join(folder, 'stopped'), '')
/** Null for a run that was not stopped. */
export const stopTimeOf = ({ folder }: KnownRun): Promise<Date | null> =>
  stat(join(folder, 'stopped')).then(
    ({ birthtime }) => birthtime,
    () => null,
  )

/** How an instance ended, which the cluster forgets. */
export type InstanceEnd = Omit<InstanceStatus, 'name' | 'role' | 'index'>

const endFile = ({ folder }: Member): string => join(folder, 'end.json')

export async function writeEnd(member: Member, end: InstanceEnd): Promise<void> {
  await writeWhole(endFile(member), JSON.stringify(end)).catch((error: unknown) => {
    // A run that was cleaned meanwhile has no place for it any more.
    if (!hasCode(error, 'ENOENT')) throw error
  })
}

export const readEnd = async (member: Member): Promise<InstanceEnd | null> =>
  (await readStored<InstanceEnd>(endFile(member))) ?? null
