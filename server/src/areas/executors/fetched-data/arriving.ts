import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import type { runDataEndpoints } from '@vermilion/contract/tasks/run-data'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { RunHandle } from '../port/run-status.ts'
import { writeFrom } from './output-files.ts'
import type { createOutputRoom } from './output-room.ts'
import type { Reading } from './reading.ts'

export type SentPart = Received<typeof runDataEndpoints.sendRunOutput>['query']

interface ArrivingNeeds {
  readonly reading: Reading
  readonly room: ReturnType<typeof createOutputRoom>
  stagingOf(handle: RunHandle): string
  /** Fails when the run has been forgotten. */
  confirm(handle: RunHandle): Promise<unknown>
}

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
const writeFlags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK

/** Each call writes one part of a result, and returns the number of bytes that the file then has. */
export function createArriving({ reading, room, stagingOf, confirm }: ArrivingNeeds) {
  async function append(handle: RunHandle, file: string, { path, offset }: SentPart, content: Readable) {
    const opened = await open(file, writeFlags, 0o644)
    try {
      const stats = await opened.stat()
      if (!stats.isFile()) throw fail('run-data.path-taken', { path })
      if (stats.size !== offset) throw fail('run-data.offset-wrong', { path, size: stats.size })
      const end = await writeFrom(opened, offset, content)
      room.count(handle, end - offset)
      return end
    } finally {
      await opened.close()
    }
  }

  return {
    append,

    /** The file lies in the run's own folder until it is right. */
    async replace(handle: RunHandle, folder: string, part: SentPart & { size: number }, content: Readable) {
      const { path, size, checksum } = part
      const staging = stagingOf(handle)
      const name = createHash('sha256').update(`${checksum} ${path}`).digest('hex')
      const staged = join(staging, name)
      await mkdir(staging, { recursive: true })
      const end = await append(handle, staged, part, content)
      if (end < size) return end
      const [described] = await reading.describe(await realpath(staging), [name])
      if (described?.checksum !== checksum || described?.size !== size) {
        await rm(staged, { force: true })
        room.count(handle, -end)
        throw fail('run-data.checksum-differs', { path })
      }
      await chmod(staged, part.executable ? 0o755 : 0o644)
      const target = join(folder, basename(path))
      const previous = await lstat(target).catch(() => undefined)
      await confirm(handle)
      await rename(staged, target)
      room.count(handle, -(previous?.size ?? 0))
      return size
    },
  }
}
