import { createReadStream } from 'node:fs'
import { constants, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { freeSpace } from '#platform/disk-space'
import { newId } from '#platform/ids'
import { TrackingProblem } from './problem.ts'

/** Files that a client sends are results like those that the program writes itself, in a folder of their own. */
const artifactFolder = 'mlflow'

/** The parts of a path that stays below the folder; fails for any other. */
function partsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.some((part) => part === '..' || part.includes('\0') || part.length > 250) || parts.length > 32) {
    throw new TrackingProblem('INVALID_PARAMETER_VALUE', 'Invalid path')
  }
  return parts
}

/** Walks down folder by folder and never through a link, which the program may have laid anywhere. */
async function folderOf(output: string, parts: readonly string[], create: boolean): Promise<string | undefined> {
  let folder = output
  for (const part of [artifactFolder, ...parts]) {
    folder = join(folder, part)
    if (create) await mkdir(folder).catch(() => undefined)
    const found = await lstat(folder).catch(() => null)
    if (found === null && !create) return undefined
    if (found?.isDirectory() !== true) throw new TrackingProblem('INVALID_PARAMETER_VALUE', 'Invalid path')
  }
  return folder
}

export async function saveArtifact(output: string, path: string, content: Readable): Promise<void> {
  const parts = partsOf(path)
  const name = parts.pop()
  const folder = await folderOf(output, parts, true)
  if (name === undefined || folder === undefined) throw new TrackingProblem('INVALID_PARAMETER_VALUE', 'Invalid path')
  const draft = join(folder, `.${newId()}.part`)
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants
  const file = await open(draft, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o644)
  try {
    let left = await freeSpace(folder)
    await pipeline(
      content,
      async function* within(bytes: AsyncIterable<Buffer>) {
        for await (const chunk of bytes) {
          left -= chunk.length
          if (left < 0) throw new TrackingProblem('INTERNAL_ERROR', 'The disk of the server is full')
          yield chunk
        }
      },
      file.createWriteStream(),
    )
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export async function listArtifacts(output: string, path: string) {
  const folder = await folderOf(output, partsOf(path), false)
  const entries = folder === undefined ? [] : await readdir(folder, { withFileTypes: true })
  const before = partsOf(path)
    .map((part) => `${part}/`)
    .join('')
  const files = entries.map(async (entry) => {
    const found = folder === undefined ? null : await lstat(join(folder, entry.name)).catch(() => null)
    if (found === null || entry.isSymbolicLink()) return []
    const size = entry.isFile() ? { file_size: found.size } : {}
    return [{ path: `${before}${entry.name}`, is_dir: entry.isDirectory(), ...size }]
  })
  return (await Promise.all(files)).flat()
}

export async function openArtifact(output: string, path: string): Promise<Readable> {
  const parts = partsOf(path)
  const name = parts.pop()
  const folder = await folderOf(output, parts, false)
  const file = folder === undefined || name === undefined ? undefined : join(folder, name)
  const found = file === undefined ? null : await lstat(file).catch(() => null)
  if (file === undefined || found?.isFile() !== true) {
    throw new TrackingProblem('RESOURCE_DOES_NOT_EXIST', `No such artifact: ${path}`)
  }
  return createReadStream(file)
}
