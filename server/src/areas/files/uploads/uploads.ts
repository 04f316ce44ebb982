import { uploadMetadata } from '@vermilion/contract/files'
import type { UploadMetadata } from '@vermilion/contract/files'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Upload } from '@tus/server'
import { ChecksumDiffers } from '#platform/blobs/blob-store'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import { filePath } from '../storing/file-writer.ts'
import type { Files } from '../service.ts'
import type { UploadBytes } from './bytes.ts'
import type { WriteResult } from '../storing/file-writer.ts'
import { archiveOf } from '../unpacking/archive.ts'
import type { Unpackings } from '../unpacking/unpackings.ts'
import type { DiskQuota } from './disk-quota.ts'
import { createUploadStore } from './store.ts'

/** Milliseconds without a new byte after which an upload is given up, and that a finished one is remembered. */
const retention = 24 * 3_600_000
const cleanupInterval = 3_600_000

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Lifecycle
  readonly blobs: BlobStore
  readonly spaces: Spaces
  readonly files: Files
  readonly bytes: UploadBytes
  readonly diskQuota: DiskQuota
  readonly unpackings: Unpackings
}

/** A complete upload; `placed` where it has been made a file just now. */
export interface FinishedUpload {
  readonly size: number
  readonly written?: WriteResult
}

export type Uploads = ReturnType<typeof createUploads>

/**
 * Turns complete uploads into files, each once. The order is: content stored, then the file's row and the upload's in
 * one transaction, then the answer, then the upload's bytes removed. Killed anywhere, the upload can be continued by
 * its client, is finished at the next start, or is found finished.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createUploads({
  database,
  clock,
  log,
  lifecycle,
  blobs,
  spaces,
  files,
  bytes,
  diskQuota,
  unpackings,
}: Needs) {
  const store = createUploadStore(database)
  const finishing = new Map<string, Promise<FinishedUpload | undefined>>()
  let timer: NodeJS.Timeout | undefined
  let cleanup: Promise<void> = Promise.resolve()

  const scheduleCleanup = () => {
    cleanup = cleanup.then(cleanUp).catch((error: unknown) => log.error({ err: error }, 'uploads were not tidied'))
  }
  lifecycle.onStart(() => {
    scheduleCleanup()
    timer = setInterval(scheduleCleanup, cleanupInterval)
    timer.unref()
  })
  lifecycle.onStop(async () => {
    clearInterval(timer)
    await cleanup
    await Promise.allSettled(finishing.values())
  })

  /** Checks what a client says before it sends a byte. Fails as `upload.invalid`, `file.path-invalid` or `space.not-found`. */
  async function check(input: Upload['metadata'], size = 0): Promise<UploadMetadata> {
    const metadata = uploadMetadata.safeParse(input ?? {})
    if (!metadata.success) {
      const [issue] = metadata.error.issues
      throw fail('upload.invalid', { reason: `${issue?.path.join('.')}: ${issue?.message}` })
    }
    filePath(metadata.data.path)
    refuseInPlace(await spaces.get(metadata.data.spaceId))
    await diskQuota.check({ path: metadata.data.path, size })
    return metadata.data
  }

  async function finishNow(id: string): Promise<FinishedUpload | undefined> {
    const finished = await store.finished(id)
    if (finished !== undefined) {
      await bytes.remove(id)
      return finished
    }
    const upload = await bytes.complete(id)
    if (upload === undefined) return undefined
    try {
      const { spaceId, path, conflict, unpack, checksum = await bytes.promised(id) } = await check(upload.metadata)
      const blob = await blobs.putFile(await bytes.share(id), { checksum }).catch((error: unknown) => {
        throw error instanceof ChecksumDiffers ? fail('upload.checksum', { path }) : error
      })
      const written = await database.transaction(async () => {
        const isUnpacked = unpack && archiveOf(path) !== undefined
        const owner = upload.metadata?.['owner'] ?? null
        if (isUnpacked) await unpackings.begin({ spaceId, path: filePath(path), conflict, blob, owner })
        const result = isUnpacked ? undefined : await files.write({ spaceId, path, conflict, blob })
        await store.finish({ id, fileId: result?.file.id ?? null, size: blob.size, finishedAt: clock.time() })
        return result
      })
      await bytes.remove(id)
      return { size: blob.size, ...(written === undefined ? {} : { written }) }
    } catch (error) {
      // What was expected will not go away by trying again: the client is told, and begins anew if it wants to.
      if (error instanceof Failure) await bytes.remove(id)
      throw error
    }
  }

  /** Makes a file of an upload whose bytes are all there. Undefined while some are missing; failures as of `check`. */
  function finish(id: string): Promise<FinishedUpload | undefined> {
    const running = finishing.get(id) ?? finishNow(id).finally(() => finishing.delete(id))
    finishing.set(id, running)
    return running
  }

  /** Finishes what a crash cut off, and gives up what nobody has continued for a day. */
  async function cleanUp(): Promise<void> {
    const threshold = clock.now() - retention
    for (const { id, touchedAt } of await bytes.list()) {
      const finished = await finish(id).catch((error: unknown) =>
        log.warn({ err: error, id }, 'an upload was not finished'),
      )
      if (finished === undefined && touchedAt < threshold) await bytes.remove(id)
    }
    await store.forget(new Date(threshold).toISOString())
  }

  return { check, finish, finished: store.finished, tidy: cleanUp }
}
