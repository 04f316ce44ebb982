import { constants, mkdir, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { hasCode } from './folder-file.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants

export interface FolderBelow {
  /** Keeps referring to this folder when a program replaces it. */
  path: string
  close(): Promise<void>
}

/**
 * Opens each folder on the way without following symbolic links, which a program may create at any moment. Undefined where one
 * is missing and none is to be created. Fails with ENOTDIR or ELOOP where something else has its name.
 */
export async function openFolderBelow(
  root: string,
  parts: readonly string[],
  create: boolean,
): Promise<FolderBelow | undefined> {
  let folder = await open(root, O_RDONLY | O_DIRECTORY)
  let way = root
  for (const part of parts) {
    let next: FileHandle | undefined
    try {
      next = await openBelow(join(pathOf(folder, way), part), create)
    } finally {
      await folder.close()
    }
    if (next === undefined) return undefined
    folder = next
    way = join(way, part)
  }
  return { path: pathOf(folder, way), close: () => folder.close() }
}

async function openBelow(path: string, create: boolean): Promise<FileHandle | undefined> {
  if (create) await mkdir(path).catch(() => undefined)
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error: unknown) => {
    if (!create && hasCode(error, 'ENOENT')) return undefined
    throw error
  })
}

/** Only Linux can reach an open file without its name. */
const pathOf = ({ fd }: FileHandle, way: string) => (platform === 'linux' ? `/proc/self/fd/${fd}` : way)
