import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../port/is-there.ts'
import { createRunFolders } from '../port/run-folders.ts'
import { instanceName } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'
import { createLogCopy } from '../log-copy/log-copy.ts'
import type { LogCopy } from '../log-copy/log-copy.ts'
import { containerLog } from './log.ts'
import type { Engine } from './engine.ts'
import { hostNameOf } from './order.ts'

export interface Member {
  name: string
  role: string
  index: number
  container: string
  folder: string
  log: LogCopy
}

export interface KnownRun {
  folder: string
  network: string
  members: Member[]
}

export type Runs = ReturnType<typeof createRuns>

export function createRuns(engine: Engine, { root, address }: { root: string; address: string }) {
  const shelf = `engine-${createHash('sha256').update(address).digest('hex').slice(0, 12)}`
  const folders = createRunFolders(root, shelf)
  const logs = new Map<string, LogCopy>()

  function existing(handle: RunHandle, planned: Awaited<ReturnType<typeof folders.read>>): KnownRun {
    const members = planned.instances.map(({ role, index, folder }) => {
      const name = instanceName(planned.name, { role, index })
      const container = `vermilion-${planned.token}-${hostNameOf({ role, index })}`
      const log =
        logs.get(container) ??
        createLogCopy({ folder, file: folders.logFile(handle, name) }, containerLog(engine, container))
      logs.set(container, log)
      return { name, role, index, container, folder, log }
    })
    return { folder: planned.run, network: `vermilion-${planned.token}`, members }
  }

  return {
    read: async (handle: RunHandle) => existing(handle, await folders.read(handle)),
    plan: async (...[handle, spec]: Parameters<typeof folders.plan>) =>
      existing(handle, await folders.plan(handle, spec)),
    handles: folders.handles,
    logFile: folders.logFile,
    forget({ members }: KnownRun) {
      for (const { container } of members) logs.delete(container)
    },
  }
}

const killedFile = ({ folder }: KnownRun) => join(folder, 'killed')
const begunFile = ({ folder }: KnownRun) => join(folder, 'begun')

export const noteKill = (run: KnownRun): Promise<void> => writeFile(killedFile(run), '')
export const wasKilled = (run: KnownRun): Promise<boolean> => isThere(killedFile(run))

/** Records that all containers were created: one missing later is lost, and never recreated. */
export const noteBeginning = (run: KnownRun): Promise<void> => writeFile(begunFile(run), '')
export const hasBegun = (run: KnownRun): Promise<boolean> => isThere(begunFile(run))

export const endFile = ({ folder }: Member): string => join(folder, 'end.json')
export const readEndFile = (member: Member): Promise<string | null> =>
  readFile(endFile(member), 'utf8').catch(() => null)
