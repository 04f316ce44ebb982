import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, realpath, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { contains, hasCode } from '#platform/blobs/folder-file'
import type { taskFolders } from '../running/task-folders.ts'
import { freeBytesOn } from '../disk/disk-quota.ts'
import type { TaskRow } from '../rows/task-row.ts'

/** Bytes copied between two checks of free disk space. */
const bytesPerCheck = 256 * 1024 ** 2

/**
 * Copies hard-linked files, or everything from `from` (a real path), with reflinks where possible. An incomplete copy is removed.
 */
export async function makeOwn(folder: string, from: string | null, signal: AbortSignal): Promise<void> {
  const copy = createCopy(folder, signal)
  if (from === null) return unlinkFrom(folder, copy, `${folder}.copy`)
  await rm(folder, { recursive: true, force: true })
  try {
    await copyTree(from, { root: from, to: folder, copy })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

export async function dropOwn(row: TaskRow, folders: ReturnType<typeof taskFolders>): Promise<void> {
  if (row.ownCommand === null) return
  const mounts = (JSON.parse(row.mounts) as unknown[]).map((_, position) => folders.mount(position))
  await Promise.all(mounts.map((folder) => rm(folder, { recursive: true, force: true })))
}

type Copy = (from: string, to: string, size: number) => Promise<void>

function createCopy(folder: string, signal: AbortSignal): Copy {
  let unchecked = bytesPerCheck
  return async (from, to, size) => {
    signal.throwIfAborted()
    unchecked += size
    if (unchecked > bytesPerCheck) {
      if ((await freeBytesOn(dirname(folder))) < size) throw new Error('there is no room on the disk for a copy of it')
      unchecked = 0
    }
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

async function unlinkFrom(folder: string, copy: Copy, draft: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await unlinkFrom(path, copy, draft)
    if (!entry.isFile()) continue
    const { nlink, size } = await lstat(path)
    if (nlink === 1) continue
    await copy(path, draft, size)
    await rename(draft, path)
  }
}

async function copyTree(from: string, way: { root: string; to: string; copy: Copy }): Promise<void> {
  await mkdir(way.to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(way.to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, { ...way, to: target })
    else if (entry.isFile()) await way.copy(source, target, (await lstat(source)).size)
    else if (entry.isSymbolicLink()) await copyLink(source, way.root, target)
  }
}

/** Keeps symbolic links within the tree; refuses links that lead outside, since writes would follow them. */
async function copyLink(link: string, root: string, target: string): Promise<void> {
  const real = await realpath(link).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT', 'ELOOP')) throw error
  })
  if (real === undefined) return
  if (!contains(root, real)) {
    throw new Error(
      `${link} is a link that leads out of ${root}. A command of one's own gets a copy of the folder: put into it what the link leads to`,
    )
  }
  await symlink(relative(dirname(link), real), target)
}
