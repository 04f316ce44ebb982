import { fail } from '@vermilion/contract/kernel/errors'
import { outputChunk } from '@vermilion/contract/tasks/run-data'
import { freeSpace } from '#platform/disk-space'
import type { RunHandle } from '../port/run-status.ts'
import { bytesBelow } from './output-files.ts'

/** Beyond the quota, so that whoever watches the folder sees that it is exceeded, and ends the task with that reason. */
const slackBytes = 8 * outputChunk

/** Counts what runs have written, and refuses what exceeds their quota. */
export function createOutputRoom(outputBytes: number | undefined) {
  const writtenBytes = new Map<RunHandle, number>()
  return {
    /** `folders` hold what the run has written. The first also says how much its disk has room for. */
    async require(handle: RunHandle, path: string, length: number, folders: readonly [string, ...string[]]) {
      if ((await freeSpace(folders[0])) < length) throw fail('run-data.no-space', { path })
      if (outputBytes === undefined) return
      let written = writtenBytes.get(handle)
      if (written === undefined) {
        const sizes = await Promise.all(folders.map((folder) => bytesBelow(folder)))
        written = sizes.reduce((sum, size) => sum + size, 0)
        writtenBytes.set(handle, written)
      }
      if (written + length > outputBytes + slackBytes)
        throw fail('run-data.output-full', { limit: `${Math.round(outputBytes / 1024 ** 2)} MiB` })
    },
    count(handle: RunHandle, bytes: number): void {
      const written = writtenBytes.get(handle)
      if (written !== undefined) writtenBytes.set(handle, Math.max(0, written + bytes))
    },
    forget: (handle: RunHandle) => void writtenBytes.delete(handle),
  }
}
