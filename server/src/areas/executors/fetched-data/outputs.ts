import { lstat, realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import { outputChunk, type RunFile } from '@vermilion/contract/tasks/run-data'
import { batchesOf } from '#platform/batches'
import type { ByteRange } from '#platform/blobs/blob-store'
import { openFolderBelow } from '#platform/blobs/folder-below'
import { hasCode, openInFolder } from '#platform/blobs/folder-file'
import type { RunHandle } from '../port/run-status.ts'
import { createArriving, type SentPart } from './arriving.ts'
import { filesBelow, partTooLarge } from './output-files.ts'
import { createOutputRoom } from './output-room.ts'
import type { Reading } from './reading.ts'
import type { RunRecords } from './run-records.ts'

interface OutputsNeeds {
  readonly records: RunRecords
  readonly reading: Reading
  readonly outputBytes: number | undefined
}

const filesAtOnce = 64
const parentsOf = (path: string) => path.split('/').slice(0, -1)

/** Results of runs, as they arrive. */
export function createOutputs({ records, reading, outputBytes }: OutputsNeeds) {
  const room = createOutputRoom(outputBytes)
  const stagingOf = (handle: RunHandle) => join(records.folderOf(handle), 'staging')
  const arriving = createArriving({ reading, room, stagingOf, confirm: outputOf })

  async function outputOf(handle: RunHandle): Promise<string> {
    const output = (await records.find(handle))?.output
    if (output === undefined || output === null) throw fail('unauthenticated')
    return realpath(output)
  }

  return {
    async list(handle: RunHandle): Promise<RunFile[]> {
      const output = await outputOf(handle)
      const paths = await filesBelow(output)
      const files: (RunFile | null)[] = []
      for (const some of batchesOf(paths, filesAtOnce)) files.push(...(await reading.describe(output, some)))
      // Some may be replaced or deleted meanwhile.
      return files.filter((file) => file !== null)
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
    async send(handle: RunHandle, part: SentPart, content: Readable, length = outputChunk): Promise<number> {
      const { path, size, checksum } = part
      try {
        if (length > outputChunk) throw partTooLarge()
        const output = await outputOf(handle)
        await room.require(handle, path, length, [output, stagingOf(handle)])
        const folder = await openFolderBelow(output, parentsOf(path), true)
        if (folder === undefined) throw fail('run-data.path-taken', { path })
        try {
          return checksum === undefined || size === undefined
            ? await arriving.append(handle, join(folder.path, basename(path)), part, content)
            : await arriving.replace(handle, folder.path, { ...part, size }, content)
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
      const folder = await openFolderBelow(await outputOf(handle), parentsOf(path), false).catch(() => undefined)
      if (folder === undefined) return
      try {
        const file = join(folder.path, basename(path))
        const stats = await lstat(file).catch(() => undefined)
        if (stats?.isFile() !== true) return
        await rm(file, { force: true })
        room.count(handle, -stats.size)
      } finally {
        await folder.close()
      }
    },

    forget: room.forget,
  }
}
