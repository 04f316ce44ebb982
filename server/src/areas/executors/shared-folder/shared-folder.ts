import { mkdir, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { StartOptions } from '../port/executor.ts'
import { createKeyedMutex } from '#platform/mutex'
import type { Mount } from '../port/run-spec.ts'
import { readStored } from '../port/read-stored.ts'
import { safeName } from '../port/run-spec.ts'
import { createCollector } from './collect-output.ts'
import type { Collector } from './collect-output.ts'
import { placeTree } from './place-tree.ts'

interface SharedFolderPlace {
  /** The folder as this server sees it. */
  here: string
  /** The same folder as the nodes see it. */
  there: string
}

export type SharedFolder = ReturnType<typeof createSharedFolder>

/**
 * A folder that this server and the nodes of a cluster both see, such as NFS, a volume claim or Lustre. `trees/` holds what runs
 * read, by content, `runs/<run>/` what one writes.
 */
export function createSharedFolder({ here, there }: SharedFolderPlace) {
  const root = resolve(here)
  const collectors = new Map<string, Collector>()
  const inTurn = createKeyedMutex()

  function folderOf(run: string): string {
    if (!safeName.test(run)) throw new Error(`not a run: ${run}`)
    return join(root, 'runs', run)
  }

  function isShared(path: string): boolean {
    const below = relative(root, resolve(path))
    return !isAbsolute(below) && below !== '..' && !below.startsWith('../')
  }

  function asSeenThere(path: string): string {
    if (!isShared(path)) throw new Error(`${path} is not shared`)
    return join(there, relative(root, resolve(path)))
  }

  const planFile = (run: string) => join(folderOf(run), 'mounts.json')

  async function planOf(run: string): Promise<Mount[]> {
    return (await readStored<Mount[]>(planFile(run))) ?? []
  }

  /** Where a run writes what its mount number `position` shows. */
  const outputOf = (run: string, position: number) => join(folderOf(run), `output-${position}`)

  /** The folder of the run alone, for its job script, logs and exits. It may not exist. */
  function jobFolder(run: string): { here: string; there: string } {
    const folder = join(folderOf(run), 'job')
    return { here: folder, there: asSeenThere(folder) }
  }

  return {
    jobFolder,

    asSeenThere,

    /**
     * Makes mounts visible to the nodes, and returns them with their sources as the nodes see them. What is read is placed once by
     * content; what is written begins with what is here. A repeated call completes an interrupted one.
     */
    async place(run: string, mounts: readonly Mount[], options: StartOptions = {}): Promise<Mount[]> {
      await mkdir(folderOf(run), { recursive: true })
      const placed: Mount[] = []
      for (const [position, mount] of mounts.entries()) {
        options.signal?.throwIfAborted()
        if (isShared(mount.source)) placed.push({ ...mount, source: asSeenThere(resolve(mount.source)) })
        else if (mount.readOnly) {
          placed.push({ ...mount, source: asSeenThere(await placeTree(mount.source, root, options)) })
        } else {
          const output = outputOf(run, position)
          await mkdir(output, { recursive: true })
          await createCollector({ from: mount.source, to: output }).collect()
          placed.push({ ...mount, source: asSeenThere(output) })
        }
      }
      await writeFile(planFile(run), JSON.stringify(mounts))
      return placed
    },

    /** Copies back what the run wrote since the last call. After the run has ended, one more call makes the copy whole. */
    async collect(run: string): Promise<void> {
      for (const [position, { source, readOnly }] of (await planOf(run)).entries()) {
        if (readOnly || isShared(source)) continue
        const key = `${run}/${position}`
        const collector = collectors.get(key) ?? createCollector({ from: outputOf(run, position), to: source })
        collectors.set(key, collector)
        await inTurn(key, collector.collect)
      }
    },

    /** Removes what the run wrote in the shared folder; call after the last `collect`. Trees stay for the next run. */
    async forget(run: string): Promise<void> {
      for (const key of collectors.keys()) if (key.startsWith(`${run}/`)) collectors.delete(key)
      await rm(folderOf(run), { recursive: true, force: true })
    },
  }
}
