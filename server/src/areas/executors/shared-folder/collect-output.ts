import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasCode } from '#platform/blobs/folder-file'

/** Files that programs only append to: what is new of them is appended, so that their readers never see a gap. */
const growing = /(?:\.(?:csv|jsonl|log|txt)|\.tfevents\..*|^events\.out\.[^/]*)$/

export type Collector = ReturnType<typeof createCollector>

interface Observation {
  size: number
  changedAt: number
}

/** Copies a folder that a run writes, file by file as they change. Links and devices are left out. */
export function createCollector({ from, to }: { from: string; to: string }) {
  const observed = new Map<string, Observation>()

  async function copy(path: string, now: Observation): Promise<void> {
    const [source, target] = [join(from, path), join(to, path)]
    await mkdir(dirname(target), { recursive: true })
    const { size } = await stat(target).catch(() => ({ size: null }))
    if (growing.test(path) && size !== null && size <= now.size && (observed.has(path) || size > 0)) {
      if (size === now.size) return
      // The end is fixed: what is written meanwhile belongs to the next call.
      await pipeline(
        createReadStream(source, { start: size, end: now.size - 1 }),
        createWriteStream(target, { flags: 'a' }),
      )
      return
    }
    const draft = `${target}.part`
    await copyFile(source, draft, constants.COPYFILE_FICLONE)
    await rename(draft, target)
  }

  return {
    async collect(): Promise<void> {
      const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => [])
      const present = new Set<string>()
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name).slice(from.length + 1)
        const stats = await stat(join(from, path)).catch(() => null)
        if (stats === null) continue
        present.add(path)
        const now: Observation = { size: stats.size, changedAt: stats.mtimeMs }
        const last = observed.get(path)
        if (last?.size === now.size && last.changedAt === now.changedAt) continue
        // A file that was removed meanwhile is no failure of the copy.
        await copy(path, now).catch((error: unknown) => {
          if (!hasCode(error, 'ENOENT')) throw error
        })
        observed.set(path, now)
      }
      for (const path of observed.keys()) {
        if (present.has(path)) continue
        observed.delete(path)
        await rm(join(to, path), { force: true })
      }
    },
  }
}
