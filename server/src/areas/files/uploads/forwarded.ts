import { existsSync } from 'node:fs'
import { readFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { DirectTransfers, ForwardedUpload, StagedUpload } from '#platform/blobs/blob-store'
import { writeWhole } from '#platform/write-whole'

/** Milliseconds after which what is in memory of an upload that pauses is let go; its client sends those bytes again. */
const idleTime = 10 * 60_000

interface Open {
  readonly upload: Promise<ForwardedUpload | undefined>
  readonly idle: NodeJS.Timeout
}

/** Uploads that are sent on to the bucket while they arrive, instead of being written here. */
export function createForwardedUploads(folder: string, direct: () => DirectTransfers | undefined) {
  const open = new Map<string, Open>()
  const noteOf = (id: string) => join(folder, `${id}.forwarded`)

  async function close(id: string): Promise<void> {
    const closed = open.get(id)
    open.delete(id)
    clearTimeout(closed?.idle)
    const upload = await closed?.upload.catch(() => undefined)
    await upload?.stop()
  }

  async function reopen(id: string): Promise<ForwardedUpload | undefined> {
    const staged = JSON.parse(await readFile(noteOf(id), 'utf8')) as StagedUpload
    const upload = await direct()?.forward(staged)
    // Nothing is left of it there: the client is told so, and begins again.
    if (upload === undefined) await rm(noteOf(id), { force: true })
    return upload
  }

  /** Fails when the bucket is away, which has the bytes. */
  async function find(id: string): Promise<ForwardedUpload | undefined> {
    if (direct() === undefined || (!open.has(id) && !existsSync(noteOf(id)))) return undefined
    const { upload, idle } = open.get(id) ?? {
      upload: reopen(id),
      idle: setTimeout(() => void close(id), idleTime).unref(),
    }
    open.set(id, { upload, idle })
    try {
      const forwarded = await upload
      if (forwarded === undefined) await close(id)
      return forwarded
    } catch (error) {
      await close(id)
      throw error
    }
  }

  async function begin(id: string, size: number): Promise<ForwardedUpload | undefined> {
    const staged = await direct()?.beginForwarding(size)
    if (staged === undefined) return undefined
    await writeWhole(noteOf(id), JSON.stringify(staged))
    return find(id)
  }

  return {
    find,

    /** Returns where the upload ends then; undefined for one that is written here. */
    async write(
      id: string,
      { offset, size }: { readonly offset: number; readonly size: number },
      content: AsyncIterable<unknown>,
    ): Promise<number | undefined> {
      const upload = (await find(id)) ?? (offset === 0 ? await begin(id, size) : undefined)
      if (upload === undefined) return undefined
      const now = new Date()
      // Or a day's rule would take it for abandoned.
      await utimes(noteOf(id), now, now)
      try {
        for await (const part of content) {
          open.get(id)?.idle.refresh()
          await upload.write(part as Buffer)
        }
      } catch (error) {
        await close(id)
        throw error
      }
      return upload.arrived()
    },

    /** The day's rule of the bucket deletes what is left there. */
    remove: close,
  }
}
