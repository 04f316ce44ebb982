import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isChecksum } from './blob-store.ts'
import { ifMissing } from './folder-file.ts'

interface Copy {
  readonly file: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly usedAt: number
  /** Deleting it would free nothing: a process lends it by a link of its own. */
  readonly isLent: boolean
}

/**
 * Keeps a folder of copies within a number of bytes, beside other processes that add to it and take from it. What lies there is
 * looked at whenever a sixteenth of that has arrived, and three are made free: two may arrive meanwhile, and what comes then waits.
 */
export function createEviction(folder: string, maxBytes: number) {
  const step = maxBytes / 16
  /** Since the last look began, in bytes. */
  let arrived = step
  let looking: Promise<void> | undefined

  async function look(size: number, lacking: number): Promise<void> {
    arrived = size
    let total = 0
    const deletable: [usedAt: number, size: number][] = []
    for await (const copy of copiesIn(folder)) {
      total += copy.size
      if (!copy.isLent) deletable.push([copy.usedAt, copy.size])
    }
    let surplus = Math.max(total - maxBytes + Math.max(3 * step, size), lacking)
    let until = Number.NEGATIVE_INFINITY
    for (const [usedAt, bytes] of deletable.toSorted(([one], [other]) => one - other)) {
      if (surplus <= 0) break
      surplus -= bytes
      until = usedAt
    }
    if (until === Number.NEGATIVE_INFINITY) return
    for await (const { file, usedAt, isLent } of copiesIn(folder))
      if (usedAt <= until && !isLent) await rm(file, { force: true })
  }

  /** `lacking` is what the disk has too little, in bytes. */
  return async function makeRoom(size: number, lacking: number): Promise<void> {
    arrived += size
    if (arrived <= step && lacking <= 0) return
    const isUrgent = arrived > 2 * step || lacking > 0
    if (isUrgent) await looking
    const current = (looking ??= look(size, lacking).finally(() => (looking = undefined)))
    if (isUrgent) await current
    else current.catch(() => undefined)
  }
}

async function* copiesIn(folder: string): AsyncIterable<Copy> {
  for (const name of await namesIn(folder))
    for (const checksum of name.length === 2 ? await namesIn(join(folder, name)) : []) {
      const file = join(folder, name, checksum)
      const stats = isChecksum(checksum) ? await stat(file).catch(ifMissing) : undefined
      if (stats) yield { file, size: stats.size, usedAt: stats.mtimeMs, isLent: stats.nlink > 1 }
    }
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(ifMissing)) ?? []
