import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { isChecksum, type DirectTransfers, type ForwardedFile } from '#platform/blobs/blob-store'

/** Suffixes of an upload's files after its id; the bytes first. */
export const uploadEndings = ['', '.json', '.shared', '.checksum'] as const

/** Smaller first pieces are of uploads that are not worth a look. */
const minFirstPiece = 1024 ** 2

/**
 * A file named by id, with the client's metadata in `<id>.json`. Bytes are synced before a client is told of their arrival, and
 * `forward` may send them on from then.
 */
export function createUploadBytes(folder: string, forward?: DirectTransfers['forward']) {
  const tus = new FileStore({ directory: folder })
  const [write, removeFile] = [tus.write.bind(tus), tus.remove.bind(tus)]
  const forwarded = new Map<string, ForwardedFile>()
  tus.write = async (content, id, offset) => {
    const end = await write(content, id, offset)
    await sync(join(folder, id))
    if (offset === 0 && end >= minFirstPiece) await beginForwarding(id)
    forwarded.get(id)?.written(end)
    return end
  }
  tus.remove = async (id) => {
    discardForwarded(id)
    await removeFile(id)
  }

  async function beginForwarding(id: string): Promise<void> {
    discardForwarded(id)
    const { size = 0 } = await tus.getUpload(id)
    const file = forward?.(join(folder, id), size)
    if (file !== undefined) forwarded.set(id, file)
  }

  function discardForwarded(id: string): void {
    // A day's rule of the bucket deletes what is left.
    forwarded
      .get(id)
      ?.discard()
      .catch(() => undefined)
    forwarded.delete(id)
  }

  return {
    tus,

    async complete(id: string) {
      const upload = await tus.getUpload(id).catch(() => undefined)
      return upload !== undefined && upload.offset === upload.size ? upload : undefined
    },

    forwarded: (id: string) => forwarded.get(id),

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
      discardForwarded(id)
      // Most uploads have only the first two. Synchronous, since a stat costs less than a round trip to a thread.
      const files = uploadEndings.map((ending) => join(folder, id + ending)).filter((file) => existsSync(file))
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },

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
