import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaskRemoval } from '@vermilion/contract/tasks/removal'
import { bytesOf, filesBelow } from '../disk/disk-usage.ts'

export const countingTimeout = 1_000

type Part = keyof Omit<TaskRemoval, 'complete'>

export async function removalSize(folder: string, timeLimit: number): Promise<TaskRemoval> {
  const until = performance.now() + timeLimit
  const match: Record<Part, number> = { results: 0, logs: 0, data: 0 }
  /** Hard links not visited yet, by inode: only deleting the last one frees the file. */
  const namesLeft = new Map<string, number>()
  const names = await readdir(folder).catch(() => [])
  const last = (name: string) => Number(partOf(name) === 'data')
  for (const name of names.toSorted((a, b) => last(a) - last(b))) {
    for await (const { dev, ino, nlink, blocks } of filesAt(join(folder, name))) {
      if (performance.now() >= until) return { ...match, complete: false }
      const file = `${dev}:${ino}`
      const left = nlink === 1 ? 0 : (namesLeft.get(file) ?? nlink) - 1
      if (left === 0) match[partOf(name)] += bytesOf({ blocks })
      else namesLeft.set(file, left)
    }
  }
  return { ...match, complete: true }
}

async function* filesAt(path: string) {
  const stats = await lstat(path).catch(() => null)
  if (stats?.isDirectory() === true) yield* filesBelow(path)
  else if (stats !== null) yield stats
}

function partOf(name: string): Part {
  if (name === 'output') return 'results'
  return /^data(?:-\d+)?(?:\.copy)?$/.test(name) ? 'data' : 'logs'
}
