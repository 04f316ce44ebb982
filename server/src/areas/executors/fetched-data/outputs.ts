import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import { outputChunk, type RunFile } from '@vermilion/contract/tasks/run-data'
import type { ByteRange } from '#platform/blobs/blob-store'
import { openFolderBelow } from '#platform/blobs/folder-below'
import { hasCode, openInFolder } from '#platform/blobs/folder-file'
import { freeSpace } from '#platform/disk-space'
import type { RunHandle } from '../port/run-status.ts'
import type { Checksums } from './checksums.ts'
import type { RunRecords } from './run-records.ts'

interface OutputsNeeds {
  readonly records: RunRecords
  readonly checksums: Checksums
  readonly outputBytes: number | undefined
}

interface SentPart {
  readonly path: string
  readonly offset: number
  readonly size?: number | undefined
  readonly checksum?: string | undefined
  readonly executable: boolean
}

/** Beyond the quota, so that whoever watches the folder sees that it is exceeded, and ends the task with that reason. */
const slackBytes = 8 * outputChunk
const filesAtOnce = 4
const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
const writeFlags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK

/** Results of runs, as they arrive. A file that is sent whole lies in the run's own folder until it is right. */
export function createOutputs({ records, checksums, outputBytes }: OutputsNeeds) {
  const used = new Map<RunHandle, number>()

  async function outputOf(handle: RunHandle): Promise<string> {
    const output = (await records.find(handle))?.output
    if (output === undefined || output === null) throw fail('unauthenticated')
    return realpath(output)
  }

  const stagingOf = (handle: RunHandle) => join(records.folderOf(handle), 'staging')

  async function requireRoom(handle: RunHandle, output: string, path: string, length: number): Promise<void> {
    if ((await freeSpace(output)) < length) throw fail('run-data.no-space', { path })
    if (outputBytes === undefined) return
    const written = used.get(handle) ?? (await bytesIn(output)) + (await bytesIn(stagingOf(handle)))
    used.set(handle, written)
    if (written + length > outputBytes + slackBytes)
      throw fail('run-data.output-full', { limit: `${Math.round(outputBytes / 1024 ** 2)} MiB` })
  }

  const count = (handle: RunHandle, bytes: number) => {
    const written = used.get(handle)
    if (written !== undefined) used.set(handle, Math.max(0, written + bytes))
  }

  /** Returns the size of the file. */
  async function writeAt(handle: RunHandle, file: string, { path, offset }: SentPart, content: Readable) {
    const written = await open(file, writeFlags, 0o644)
    try {
      const { size } = requireFile(await written.stat(), path)
      if (size !== offset) throw fail('run-data.offset-wrong', { path, size })
      const end = await writeFrom(written, offset, content)
      count(handle, end - offset)
      return end
    } finally {
      await written.close()
    }
  }

  async function sendWhole(handle: RunHandle, folder: string, part: SentPart & { size: number }, content: Readable) {
    const { path, size, checksum } = part
    const staged = join(stagingOf(handle), createHash('sha256').update(`${checksum} ${path}`).digest('hex'))
    await mkdir(stagingOf(handle), { recursive: true })
    const there = await writeAt(handle, staged, part, content)
    if (there < size) return there
    const described = await checksums.describe(await realpath(stagingOf(handle)), basename(staged))
    if (described.checksum !== checksum || described.size !== size) {
      await rm(staged, { force: true })
      count(handle, -described.size)
      throw fail('run-data.checksum-differs', { path })
    }
    await chmod(staged, part.executable ? 0o755 : 0o644)
    const target = join(folder, basename(path))
    const replaced = await lstat(target).catch(() => undefined)
    // Somebody may have ended the run meanwhile.
    await outputOf(handle)
    await rename(staged, target)
    count(handle, -(replaced?.size ?? 0))
    return size
  }

  return {
    async list(handle: RunHandle): Promise<RunFile[]> {
      const output = await outputOf(handle)
      const paths = await filesBelow(output)
      const files: RunFile[] = []
      for (let from = 0; from < paths.length; from += filesAtOnce) {
        const some = paths.slice(from, from + filesAtOnce)
        const described = await Promise.all(
          some.map(async (path) => {
            // It may be replaced or deleted meanwhile.
            const file = await checksums.describe(output, path).catch(() => undefined)
            return file === undefined ? [] : [{ path, ...file }]
          }),
        )
        files.push(...described.flat())
      }
      return files
    },

    async content(handle: RunHandle, path: string) {
      const open = async () => openInFolder(await outputOf(handle), path)
      try {
        const { handle: file, size, modifiedAt } = await open()
        await file.close()
        const tag = `${size}-${modifiedAt}`
        return { size, tag, open: async (range?: ByteRange) => (await open()).stream(range) }
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
        throw fail('run-data.file-not-found', { path })
      }
    },

    /** Returns how many bytes have arrived from the start of the file on. */
    async send(handle: RunHandle, part: SentPart, content: Readable & { readonly headers: object }): Promise<number> {
      const { path, size, checksum } = part
      const length = Number((content.headers as Record<string, unknown>)['content-length'] ?? outputChunk)
      try {
        if (length > outputChunk) throw fail('request.too-large', { limit: `${outputChunk / 1024} KiB` })
        const output = await outputOf(handle)
        await requireRoom(handle, output, path, length)
        const parents = path.split('/').slice(0, -1)
        const folder = await openFolderBelow(output, parents, true)
        if (folder === undefined) throw fail('run-data.path-taken', { path })
        try {
          return checksum === undefined || size === undefined
            ? await writeAt(handle, join(folder.path, basename(path)), part, content)
            : await sendWhole(handle, folder.path, { ...part, size }, content)
        } finally {
          await folder.close()
        }
      } catch (error) {
        // Read to its end, so that the sender hears of the refusal.
        content.resume()
        if (hasCode(error, 'EISDIR', 'ENOTDIR', 'ELOOP', 'EEXIST', 'ENOTEMPTY', 'ENXIO', 'EMLINK'))
          throw fail('run-data.path-taken', { path })
        if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw fail('run-data.no-space', { path })
        throw error
      }
    },

    async remove(handle: RunHandle, path: string): Promise<void> {
      const folder = await openFolderBelow(await outputOf(handle), path.split('/').slice(0, -1), false).catch(
        () => undefined,
      )
      if (folder === undefined) return
      try {
        const file = join(folder.path, basename(path))
        const stats = await lstat(file).catch(() => undefined)
        if (stats?.isFile() !== true) return
        await rm(file, { force: true })
        count(handle, -stats.size)
      } finally {
        await folder.close()
      }
    },

    forget: (handle: RunHandle) => void used.delete(handle),
  }
}

function requireFile(stats: Stats, path: string): Stats {
  if (!stats.isFile()) throw fail('run-data.path-taken', { path })
  return stats
}

/** At positions of its own: a request that was cut off and comes late writes what is there already. */
async function writeFrom(file: FileHandle, offset: number, content: Readable): Promise<number> {
  let position = offset
  for await (const bytes of content as AsyncIterable<Buffer>) {
    if (position + bytes.length - offset > outputChunk)
      throw fail('request.too-large', { limit: `${outputChunk / 1024} KiB` })
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position)
      done += bytesWritten
      position += bytesWritten
    }
  }
  return position
}

async function filesBelow(folder: string, path = ''): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    const here = join(path, entry.name)
    if (entry.isDirectory()) found.push(...(await filesBelow(folder, here)))
    else if (entry.isFile()) found.push(here)
  }
  return found
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesBelow(folder)) bytes += (await stat(join(folder, path)).catch(() => ({ size: 0 }))).size
  return bytes
}
