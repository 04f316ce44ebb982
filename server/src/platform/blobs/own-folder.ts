import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids'
import { hasCode } from './folder-file.ts'

/** Tells this process from an earlier one that had its number. */
const processName = `${process.pid}.${newId()}`
let folders = 0

/** A folder of this process alone, below one that others have theirs in too. */
export function createOwnFolder(root: string) {
  folders += 1
  const folder = join(root, `${processName}.${folders}`)
  /** A path in it. The folder is made with the first. */
  return (name = newId()): string => {
    mkdirSync(folder, { recursive: true })
    return join(folder, name)
  }
}

/** Deletes the folders of processes that have ended. */
export async function deleteFoldersOfGone(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  const leftovers = names.filter((name) => !name.startsWith(`${processName}.`) && !isRunning(Number.parseInt(name)))
  await Promise.all(leftovers.map((name) => rm(join(root, name), { recursive: true, force: true })))
}

function isRunning(pid: number): boolean {
  // An earlier process of the same number, as in a container, has ended.
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
