import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssistEntry } from '@vermilion/contract/assist-models/catalogue'
import { makeFolder, syncFolder } from '#platform/blobs/synced-folder'
import type { FileFacts } from '../store.ts'

export type ModelFolders = ReturnType<typeof createModelFolders>

/** `<id>/` is complete and verified; `<id>.part/` and `<id>.brought/` are in progress. No hub or archive can choose a name. */
export function createModelFolders(root: string) {
  const ready = (id: string) => join(root, id)
  /** `part`: fetched; `brought`: copied from a data space. */
  const underWay = (id: string, how: 'part' | 'brought') => join(root, `${id}.${how}`)
  return {
    ready,
    async makeUnderWay(id: string, how: 'part' | 'brought'): Promise<string> {
      const folder = underWay(id, how)
      if (how === 'brought') await rm(folder, { recursive: true, force: true })
      await makeFolder(folder)
      return folder
    },
    async finish({ id, files }: AssistEntry, folder: string): Promise<void> {
      for (const { name } of files) await syncFile(join(folder, name))
      await syncFolder(folder)
      await rm(ready(id), { recursive: true, force: true })
      await rename(folder, ready(id))
      await syncFolder(root)
    },
    dropBrought: (id: string) => rm(underWay(id, 'brought'), { recursive: true, force: true }),
    async remove(id: string): Promise<void> {
      await rm(ready(id), { recursive: true, force: true })
      for (const how of ['part', 'brought'] as const) await rm(underWay(id, how), { recursive: true, force: true })
    },
    async isComplete({ id, files }: AssistEntry, facts: Readonly<Record<string, FileFacts>>): Promise<boolean> {
      const sizes = await Promise.all(files.map(({ name }) => sizeOf(join(ready(id), name))))
      return files.every(({ name }, index) => facts[name] !== undefined && sizes[index] === facts[name].size)
    },
  }
}

export async function sizeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined)
  return stats?.isFile() === true ? stats.size : undefined
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function hashOf(file: string, algorithm: FileFacts['hash']['algorithm'], signal?: AbortSignal) {
  const hash = createHash(algorithm === 'git' ? 'sha1' : 'sha256')
  if (algorithm === 'git') hash.update(`blob ${(await sizeOf(file)) ?? 0}\0`)
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576, signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
