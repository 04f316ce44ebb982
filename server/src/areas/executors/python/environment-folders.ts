import { access, constants, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WheelKind } from '@vermilion/contract/tasks/environments/python-environments'
import { newId } from '#platform/ids'
import { readStored } from '../port/read-stored.ts'
import { movePaths, removePart } from './install.ts'

export interface EnvironmentFacts {
  image: string
  wheels: WheelKind
  python: string
  packages: number
  bytes: number
  madeAt: string
}

export interface StoredEnvironment extends EnvironmentFacts {
  id: string
  usedAt: string
}

const environmentId = /^[0-9a-f]{64}$/
const partPrefix = '.part-'

/** `<root>/<id>` is a whole environment; what is being made or removed lies in `.part-…` beside it. */
export function createEnvironmentFolders(root: string) {
  const folderOf = (id: string) => join(root, id)
  const factsFile = (id: string) => join(folderOf(id), 'environment.json')
  const newPart = () => join(root, `${partPrefix}${newId()}`)

  async function find(id: string): Promise<StoredEnvironment | undefined> {
    const facts = await readStored<EnvironmentFacts>(factsFile(id))
    if (facts === undefined) return undefined
    const used = await stat(factsFile(id)).catch(isMissing)
    return used && { ...facts, id, usedAt: used.mtime.toISOString() }
  }

  async function remove(id: string): Promise<void> {
    const part = newPart()
    await rename(folderOf(id), part).catch(isMissing)
    await rm(part, { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    folderOf,
    find,
    remove,

    /** False also when its Python was removed from the machine. */
    isWhole: async (id: string) =>
      (await find(id)) !== undefined &&
      (await access(join(folderOf(id), 'bin', 'python'), constants.X_OK).then(
        () => true,
        () => false,
      )),

    async list(): Promise<StoredEnvironment[]> {
      const names = await readdir(root).catch(() => [])
      const all = await Promise.all(names.filter((name) => environmentId.test(name)).map(find))
      return all.filter((one) => one !== undefined)
    },

    async makePart(): Promise<string> {
      const part = newPart()
      await mkdir(part, { recursive: true })
      return part
    },

    /** Puts an environment in its place, whole. */
    async finish(id: string, made: string, facts: Omit<EnvironmentFacts, 'bytes'>): Promise<void> {
      const bytes = await allocatedBelow(made)
      await movePaths(made, folderOf(id))
      await writeFile(join(made, 'environment.json'), JSON.stringify({ ...facts, bytes }), { flush: true })
      await remove(id)
      await rename(made, folderOf(id))
    },

    noteUse: (id: string, time: number) => utimes(factsFile(id), time / 1_000, time / 1_000),

    async removeParts(): Promise<void> {
      const names = (await readdir(root).catch(() => [])).filter((name) => name.startsWith(partPrefix))
      await Promise.all(names.map((name) => removePart(join(root, name))))
    },
  }
}
export type EnvironmentFolders = ReturnType<typeof createEnvironmentFolders>

/** Another request may remove an environment at any time. */
function isMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function allocatedBelow(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).blocks * 512
  }
  return sum
}
