import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Failure } from '@vermilion/contract/kernel/errors'
import { inTurns } from '#platform/in-turns'
import { createKeyedMutex } from '#platform/mutex'
import { requireChecksum, StoreUnreachable } from './blob-store.ts'
import type { Blob, BlobStore, ByteRange, DirectTransfers, OpenOptions, RemoteContent } from './blob-store.ts'
import { hasCode, ifMissing } from './folder-file.ts'
import { createIncoming, hashFile, requireContent } from './incoming.ts'
import { createLocalCopies } from './local-copies.ts'
import { writeVerified } from './place-file.ts'

type Content = Blob & { readonly file: string | Uint8Array }
type RemoteBlob = Blob & { readonly putAt: number; readonly uploadId?: string }
/** Contents of one checksum are written one after another. */
export type InOrder = ReturnType<typeof createKeyedMutex>

/** The calls of a service that holds content elsewhere, by checksum. Any error but ENOENT means that the service is away. */
export interface RemoteContents {
  /** Stores a complete file, or small content in memory, replacing what is there, which renews its `putAt`. */
  write(blob: Blob, content: string | Uint8Array, signal?: AbortSignal): Promise<void>
  /** Fails with the code ENOENT when there is none. */
  read(checksum: string, range?: ByteRange): Promise<RemoteContent>
  stat(checksum: string): Promise<RemoteBlob | undefined>
  /** The upload is that of `stat`, where the content lies as it arrived. */
  delete(checksum: string, uploadId?: string): Promise<void>
  list(): AsyncIterable<RemoteBlob>
  readonly direct?: (inOrder: InOrder) => DirectTransfers
}

interface Needs {
  readonly contents: RemoteContents
  readonly incoming: string
  readonly copies: string
  /** Bytes of the copies of contents that stay on this machine. */
  readonly maxCopiedBytes?: number | undefined
  /** Told of each call whether it failed, and how. */
  note?(error?: unknown): void
}

export interface RemoteBlobs extends BlobStore {
  /** Deletes what a killed process left unfinished on this machine, before anything is used, by the holder of the folder's lock. */
  clear(): Promise<void>
}

/** Contents of `putAll` that are sent at the same time. */
const maxSending = 16

/** A blob store over a service elsewhere. Content is spooled here until its checksum is known, and copied here for `withLocalFile`. */
export function createRemoteBlobs(needs: Needs): RemoteBlobs {
  const { contents, copies: folder, maxCopiedBytes: maxBytes } = needs
  const [incoming, writing, reached] = [createIncoming(needs.incoming), createKeyedMutex(), observing(needs.note)]

  async function read(checksum: string, range?: ByteRange): Promise<RemoteContent> {
    const { size, stream } = await reached(contents.read(checksum, range)).catch(about(checksum))
    const parts = Readable.from(reachedParts(stream), { objectMode: false })
    return { size, stream: parts.once('close', () => stream.destroy()) }
  }

  const copies = createLocalCopies({ folder, read, maxBytes })

  async function open(checksum: string, range?: ByteRange, { isFresh = false }: OpenOptions = {}): Promise<Readable> {
    requireChecksum(checksum)
    return isFresh ? (await read(checksum, range)).stream : copies.open(checksum, range)
  }

  async function stat(checksum: string) {
    const blob = await reached(contents.stat(requireChecksum(checksum)))
    return blob && { checksum, size: blob.size, putAt: blob.putAt, reclaimable: blob.size }
  }

  async function send({ checksum, size, file }: Content, signal?: AbortSignal): Promise<Blob> {
    await writing(checksum, () => reached(contents.write({ checksum, size }, file, signal), signal))
    return { checksum, size }
  }

  return {
    open,
    stat,
    direct: contents.direct?.(writing),
    withLocalFile: async (checksum, work) => copies.withLocalFile(requireChecksum(checksum), work),
    async clear() {
      await rm(needs.incoming, { recursive: true, force: true })
      await copies.clear()
    },
    async put(content, { checksum, signal } = {}) {
      const spooled = await requireContent(await incoming.write(content, signal), checksum)
      try {
        return await send(spooled, signal)
      } finally {
        await rm(spooled.file, { force: true })
      }
    },
    async putFile(source, { checksum, signal } = {}) {
      const blob = await send(await requireContent(await hashFile(source, signal), checksum), signal)
      // Only now: an upload whose file could not be sent is sent again.
      await rm(source)
      return blob
    },
    async putAll(all) {
      const blobs = all.map((file) => ({ checksum: hash('sha256', file, 'hex'), size: file.length, file }))
      // Nothing is on its way any more when it fails: the bytes are used again then.
      await inTurns(new Map(blobs.map((blob) => [blob.checksum, blob])).values(), maxSending, (blob) => send(blob))
      return blobs.map(({ checksum, size }) => ({ checksum, size }))
    },
    async delete(checksum, unlessPutSince = Number.POSITIVE_INFINITY) {
      // No put comes between the check and the deletion. Of this process none does, since both wait for one another here. Nor
      // does one of another process: what deletes (the daily collection, cleaning up, `doctor --repair`) and what puts holds the
      // lock of the data folder, on PostgreSQL also the lead, and contents of one store belong to one data folder. Unnamed content needs a put to be named.
      await writing(requireChecksum(checksum), async () => {
        const blob = await reached(contents.stat(checksum))
        if (blob === undefined || blob.putAt >= unlessPutSince) return
        await reached(contents.delete(checksum, blob.uploadId))
        copies.discard(checksum)
      })
    },
    async *list() {
      for await (const blob of reachedParts(contents.list())) yield { ...blob, reclaimable: blob.size }
    },
    async placeFile(checksum, path) {
      const content = await open(checksum).catch(ifMissing)
      if (content === undefined) return false
      if (!(await writeVerified(content, checksum, path))) throw new StoreUnreachable(`${checksum} arrived damaged`)
      return true
    },
  }
}

const about = (checksum: string) => (error: unknown) => {
  throw error instanceof StoreUnreachable ? error.about(checksum) : error
}

function observing(note: Needs['note']) {
  return async <Result>(call: Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    try {
      const result = await call
      note?.()
      return result
    } catch (error) {
      note?.(error)
      signal?.throwIfAborted()
      throw asUnreachable(error)
    }
  }
}

async function* reachedParts<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part> {
  try {
    yield* parts
  } catch (error) {
    throw asUnreachable(error)
  }
}

function asUnreachable(error: unknown): unknown {
  if (hasCode(error, 'ENOENT') || error instanceof Failure) return error
  const [message, cause] = error instanceof Error ? [error.message, error.cause] : [String(error), undefined]
  return new StoreUnreachable(cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message)
}
