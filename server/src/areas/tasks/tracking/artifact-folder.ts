import { constants, mkdir, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { hasCode } from '#platform/blobs/folder-file'
import { TrackingProblem } from './problem.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants

export interface ArtifactFolder {
  /** Stays with this folder also when the program puts another, or a link, in its place. */
  path: string
  close(): Promise<void>
}

/** Walks down folder by folder and never through a link, which the program may lay anywhere at any moment. */
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
    // Clients ask for what is in a file too, to find out whether it is one.
    if (!create && (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR'))) return undefined
    throw new TrackingProblem('INVALID_PARAMETER_VALUE', 'Invalid path')
  })
}

/** Only Linux reaches what is opened without its name. */
const pathOf = ({ fd }: FileHandle, way: string) => (platform === 'linux' ? `/proc/self/fd/${fd}` : way)
