import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileFilter } from '@vermilion/contract/files'
import type { SpaceFile } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import { existingPathProblem } from '@vermilion/contract/paths'
import { z } from 'zod'
import type { Files } from '#areas/files'
import type { IndexableFolders, Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import { contentsAhead, workAhead } from '#platform/work-ahead'

interface Needs {
  tasks: Pick<Tasks, 'dataSources'>
  files: Files
  spaces: Spaces
  indexableFolders: IndexableFolders
  blobs: Pick<BlobStore, 'placeFile'>
}

const spaceReference = z.object({ spaceId: z.string(), folder: z.string() })
const folderReference = z.object({ path: z.string() })

const filesAtOnce = 500

/** Lets tasks read spaces, as of their start, and folders of the machine. */
export function registerTaskData({ tasks: { dataSources }, files, spaces, indexableFolders, blobs }: Needs): void {
  dataSources.offer('space', async ({ id, folder }) => {
    const space = await spaces.get(id)
    if (folder !== '' && existingPathProblem(folder) !== undefined) throw fail('folder.not-found', { folder })
    if (folder !== '') await files.folder(id, folder)
    const name = folder === '' ? space.name : `${space.name}/${folder}`
    const reference: z.output<typeof spaceReference> = { spaceId: id, folder }
    return { dataSource: { kind: 'space', id, name }, prepare: { by: 'space', reference } }
  })
  dataSources.cover('space', files.coversOf)
  dataSources.register('space', {
    async materialize(input, folder, signal) {
      const reference = spaceReference.parse(input)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      const hash = createHash('sha256')
      let imageCount = 0
      const from = reference.folder === '' ? '' : `${reference.folder}/`
      const filter = { ...fileFilter.parse({}), folder: reference.folder, recursive: true }
      const placeOne = async (file: SpaceFile) => {
        signal.throwIfAborted()
        return { file, checksum: await placeFile(file, join(folder, file.path.slice(from.length)), signal) }
      }
      for await (const batch of files.batches(reference.spaceId, filter, filesAtOnce))
        for await (const { file, checksum } of workAhead(batch, placeOne, contentsAhead)) {
          hash.update(`${checksum}  ${file.path}\n`)
          if (file.kind === 'image') imageCount += 1
        }
      return { checksum: hash.digest('hex'), imageCount }
    },
  })

  dataSources.offer('folder', async ({ path: input }) => {
    const path = await indexableFolders.find(input)
    const reference: z.output<typeof folderReference> = { path }
    return { dataSource: { kind: 'folder', id: path, name: path }, prepare: { by: 'folder', reference } }
  })
  dataSources.register('folder', {
    async materialize(input) {
      const { path } = folderReference.parse(input)
      return { folder: await indexableFolders.find(path) }
    },
  })

  /** Uses the recorded content, or the present bytes of a folder in place when they have changed. Returns the placed checksum. */
  async function placeFile({ id, checksum }: SpaceFile, to: string, signal: AbortSignal): Promise<string> {
    await mkdir(dirname(to), { recursive: true })
    if (checksum !== null && (await blobs.placeFile(checksum, to))) return checksum
    const { open } = await files.content(id, true)
    const hash = createHash('sha256')
    const counted = async function* (content: AsyncIterable<Buffer>) {
      for await (const part of content) {
        hash.update(part)
        yield part
      }
    }
    await pipeline(await open(), counted, createWriteStream(to), { signal })
    return hash.digest('hex')
  }
}
