import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids'
import { logFileName } from './log-file.ts'
import { readStored } from './read-stored.ts'
import { safeName } from './run-spec.ts'
import type { RunSpec } from './run-spec.ts'
import { handleOf } from './run-status.ts'
import type { RunHandle } from './run-status.ts'
import { writeOnce } from '#platform/write-whole'

/** Run data for later servers. Excludes the environment, which may hold secrets. */
interface RunPlan {
  instances: { role: string; index: number }[]
  workingFolder: string
  token: string
}

const missingPlan: RunPlan = { instances: [], workingFolder: '', token: '' }

/**
 * `<name>/log…` are the logs of all runs of a name, `<name>/supervisor/<key>/` is one run, with a folder `<role>-<index>` per
 * supervisor.
 * A handle is `<name>/<key>`, so the data folder can be moved.
 */
export function createRunFolders(root: string, shelf = 'supervisor') {
  function partsOf(handle: RunHandle) {
    const [name, key, ...rest] = handle.split('/')
    if (!name || !key || rest.length > 0 || !safeName.test(name) || !safeName.test(key)) {
      throw new Error(`not a handle: ${handle}`)
    }
    return { name, run: join(root, name, shelf, key) }
  }

  async function read(handle: RunHandle) {
    const { name, run } = partsOf(handle)
    const plan = (await readStored<RunPlan>(join(run, 'plan.json'))) ?? missingPlan
    const instances = plan.instances.map((one) => ({ ...one, folder: join(run, `${one.role}-${one.index}`) }))
    return { ...plan, name, run, instances }
  }

  return {
    read,

    /** Stores the plan before anything starts. The first plan wins. */
    async plan(handle: RunHandle, spec: RunSpec) {
      const { run } = partsOf(handle)
      await mkdir(run, { recursive: true })
      if ((await read(handle)).instances.length === 0) {
        const instances = spec.instances.map(({ role, index }) => ({ role, index }))
        const plan: RunPlan = { instances, workingFolder: spec.workingFolder, token: newId() }
        await writeOnce(join(run, 'plan.json'), JSON.stringify(plan))
      }
      const planned = await read(handle)
      await Promise.all(planned.instances.map(({ folder }) => mkdir(folder, { recursive: true })))
      return planned
    },

    /** Removes the plan first, so that nobody takes a half-removed run for a lost one. */
    async remove(handle: RunHandle): Promise<void> {
      const { run } = partsOf(handle)
      await rm(join(run, 'plan.json'), { force: true })
      await rm(run, { recursive: true, force: true })
    },

    logFile(handle: RunHandle, instance: string): string {
      const { name } = partsOf(handle)
      return join(root, name, logFileName(name, instance))
    },

    async handles(): Promise<RunHandle[]> {
      const matches = (await foldersIn(root)).map(async (name) => {
        const keys = await foldersIn(join(root, name, shelf))
        return keys.map((key) => handleOf(name, key))
      })
      return (await Promise.all(matches)).flat()
    },
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory() && safeName.test(entry.name)).map((entry) => entry.name)
}
