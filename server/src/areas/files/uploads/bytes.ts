import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { isChecksum } from '#platform/blobs/blob-store'

/** What the files of an upload are called after its id; its bytes first. */
export const uploadEndings = ['', '.json', '.shared', '.checksum'] as const

/**
 * The bytes of unfinished uploads: for each, a file of its id and what the client said of it in `<id>.json`. Bytes
 * reach the disk before a client is told that they arrived.
 */
export function createUploadBytes(folder: string) {
  const tus = new FileStore({ directory: folder })
  const write = tus.write.bind(tus)
  tus.write = async (content, id, offset) => {
    const end = await write(content, id, offset)
    await sync(join(folder, id))
    return end
  }

  return {
    /** What the protocol writes to and reads from. */
    tus,

    /** The upload if every byte of it has arrived. */
    async complete(id: string) {
      const upload = await tus.getUpload(id).catch(() => undefined)
      return upload !== undefined && upload.offset === upload.size ? upload : undefined
    },

    /** A second name for the bytes, to be given away: until `remove`, a crash leaves them here to start from again. */
    async share(id: string): Promise<string> {
      const [own, shared] = [join(folder, id), join(folder, `${id}.shared`)]
      await rm(shared, { force: true })
      await link(own, shared).catch(() => copyFile(own, shared))
      return shared
    },

    /** Remembers what the whole content is to be, as its sender says. */
    async saveChecksum(id: string, checksum: string): Promise<void> {
      if (isChecksum(checksum)) await writeFile(join(folder, `${id}.checksum`), checksum, { flush: true })
    },

    async promised(id: string): Promise<string | undefined> {
      const file = join(folder, `${id}.checksum`)
      return existsSync(file) ? readFile(file, 'utf8') : undefined
    },

    async remove(id: string): Promise<void> {
      // Most have none but the first two. At once: to look for a name costs less than the ways to a thread and back.
      const files = uploadEndings.map((ending) => join(folder, id + ending)).filter((file) => existsSync(file))
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },

    /** Every upload that has left anything, and when anything of it last changed. */
    async list(): Promise<{ id: string; touchedAt: number }[]> {
      await mkdir(folder, { recursive: true })
      const touched = new Map<string, number>()
      for (const name of await readdir(folder)) {
        const id = name.replace(/\.(?:json|shared|checksum)$/, '')
        const { mtimeMs = 0 } = (await stat(join(folder, name)).catch(() => undefined)) ?? {}
        touched.set(id, Math.max(touched.get(id) ?? 0, mtimeMs))
      }
      return [...touched].map(([id, touchedAt]) => ({ id, touchedAt }))
    },
  }
}
export type UploadBytes = ReturnType<typeof createUploadBytes>

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
