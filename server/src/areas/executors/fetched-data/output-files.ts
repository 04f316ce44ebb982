import type { FileHandle } from 'node:fs/promises'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import { outputChunk } from '@vermilion/contract/tasks/run-data'

export const partTooLarge = () => fail('request.too-large', { limit: `${outputChunk / 1024} KiB` })

/** At positions of its own: a request that was cut off and comes late writes what is there already. Returns the end. */
export async function writeFrom(file: FileHandle, offset: number, content: Readable): Promise<number> {
  let position = offset
  for await (const bytes of content as AsyncIterable<Buffer>) {
    if (position + bytes.length - offset > outputChunk) throw partTooLarge()
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position)
      done += bytesWritten
      position += bytesWritten
    }
  }
  return position
}

/** Paths of files, without links. */
export async function filesBelow(folder: string, path = ''): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
  const paths: string[] = []
  for (const entry of entries) {
    const relativePath = join(path, entry.name)
    if (entry.isDirectory()) paths.push(...(await filesBelow(folder, relativePath)))
    else if (entry.isFile()) paths.push(relativePath)
  }
  return paths
}

export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesBelow(folder))
    bytes += (await lstat(join(folder, path)).catch(() => ({ size: 0 }))).size
  return bytes
}
