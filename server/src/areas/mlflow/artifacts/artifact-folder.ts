import { constants, mkdir, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { hasCode } from '#platform/blobs/folder-file'
import { MlflowError } from '../protocol/mlflow-error.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants

export interface ArtifactFolder {
  /** Keeps referring to this folder when the program replaces it. */
  path: string
  close(): Promise<void>
}

/** Opens each folder on the path without following symbolic links, which the program may create at any moment. */
export async function openArtifactFolder(
  output: string,
  parts: readonly string[],
  create: boolean,
): Promise<ArtifactFolder | undefined> {
  let folder = await open(output, O_RDONLY | O_DIRECTORY)
  let way = output
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
    // Clients also list a file's path, to find out whether it is a folder.
    if (!create && (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR'))) return undefined
    throw new MlflowError('INVALID_PARAMETER_VALUE', 'Invalid path')
  })
}

/** Only Linux can reach an open file without its name. */
const pathOf = ({ fd }: FileHandle, way: string) => (platform === 'linux' ? `/proc/self/fd/${fd}` : way)
