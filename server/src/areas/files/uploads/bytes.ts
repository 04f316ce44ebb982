import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { isChecksum, type DirectTransfers } from '#platform/blobs/blob-store'
import { createForwardedUploads } from './forwarded.ts'

/** Suffixes of an upload's files after its id; the bytes first. */
export const uploadEndings = ['', '.json', '.shared', '.checksum', '.forwarded'] as const
/** Bytes that are written at once. */
const writtenBytes = 1024 ** 2

/**
 * A file named by id, with the client's metadata in `<id>.json`. Bytes are synced before a client is told of their arrival. A
 * large upload that is sent on to the bucket has an empty file, and says in `<id>.forwarded` which upload there has its bytes.
 */
export function createUploadBytes(folder: string, direct: () => DirectTransfers | undefined = () => undefined) {
  const tus = new FileStore({ directory: folder })
  const [findFile, removeFile] = [tus.getUpload.bind(tus), tus.remove.bind(tus)]
  const forwarded = createForwardedUploads(folder, direct)
  tus.getUpload = async (id) => {
    const upload = await findFile(id)
    if (upload.offset === 0) upload.offset = (await forwarded.find(id))?.arrived() ?? 0
    return upload
  }
  async function write(id: string, offset: number, content: AsyncIterable<unknown>): Promise<number> {
    const { size = 0 } = await findFile(id)
    const end = await forwarded.write(id, { offset, size }, content)
    if (end !== undefined) return end
    const target = createWriteStream(join(folder, id), {
      flags: 'r+',
      start: offset,
      flush: true,
      highWaterMark: writtenBytes,
    })
    await pipeline(content, target)
    return offset + target.bytesWritten
  }
  tus.write = (content, id, offset) => write(id, offset, content)
  tus.remove = async (id) => {
    await forwarded.remove(id)
    await removeFile(id)
  }

  return {
    tus,

    /** Returns where the upload ends then, also when the content ends early. */
    write,

    async complete(id: string) {
      const upload = await tus.getUpload(id).catch(() => undefined)
      return upload !== undefined && upload.offset === upload.size ? upload : undefined
    },

    forwarded: forwarded.find,

    /** A hard link to the bytes to hand on: until `remove`, a crash leaves the bytes here. */
    async share(id: string): Promise<string> {
      const [own, shared] = [join(folder, id), join(folder, `${id}.shared`)]
      await rm(shared, { force: true })
      await link(own, shared).catch(() => copyFile(own, shared))
      return shared
    },

    async saveChecksum(id: string, checksum: string): Promise<void> {
      if (isChecksum(checksum)) await writeFile(join(folder, `${id}.checksum`), checksum, { flush: true })
    },

    async promised(id: string): Promise<string | undefined> {
      const file = join(folder, `${id}.checksum`)
      return existsSync(file) ? readFile(file, 'utf8') : undefined
    },

    async remove(id: string): Promise<void> {
      await forwarded.remove(id)
      // Most uploads have only the first two. Synchronous, since a stat costs less than a round trip to a thread.
      const files = uploadEndings.map((ending) => join(folder, id + ending)).filter((file) => existsSync(file))
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },

    async list(): Promise<{ id: string; touchedAt: number }[]> {
      await mkdir(folder, { recursive: true })
      const touched = new Map<string, number>()
      for (const name of await readdir(folder)) {
        const id = name.replace(/\.(?:json|shared|checksum|forwarded)$/, '')
        const { mtimeMs = 0 } = (await stat(join(folder, name)).catch(() => undefined)) ?? {}
        touched.set(id, Math.max(touched.get(id) ?? 0, mtimeMs))
      }
      return [...touched].map(([id, touchedAt]) => ({ id, touchedAt }))
    },
  }
}
export type UploadBytes = ReturnType<typeof createUploadBytes>
