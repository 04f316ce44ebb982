import { uploadMetadata, type UploadMetadata } from '@vermilion/contract/files'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { describeIssue, issueText } from '@vermilion/contract/kernel/schema-issue'
import type { Upload } from '@tus/server'
import { ChecksumDiffers, StoreUnreachable, type Blob, type PutOptions } from '#platform/blobs/blob-store'
import type { Platform } from '#platform/platform'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import type { FileService } from '../service.ts'
import { filePath, type WriteResult } from '../storing/file-writer.ts'
import { archiveOf } from '../unpacking/archive.ts'
import type { Unpackings } from '../unpacking/unpackings.ts'
import type { UploadBytes } from './bytes.ts'
import type { DiskQuota } from './disk-quota.ts'
import { createUploadStore } from './store.ts'
import type { UploadRecord } from './upload-record.ts'
import type { WholeUpload } from './patches.ts'

/** Milliseconds that an idle upload is kept, and that a completed one is remembered. */
const retention = 24 * 3_600_000
const cleanupInterval = 3_600_000

interface Needs extends Pick<Platform, 'database' | 'clock' | 'log' | 'lifecycle' | 'blobs'> {
  readonly spaces: Spaces
  readonly files: FileService
  readonly bytes: UploadBytes
  readonly diskQuota: DiskQuota
  readonly unpackings: Unpackings
  readonly record: UploadRecord
}

export type Uploads = ReturnType<typeof createUploads>

export function createUploads(needs: Needs) {
  const { database, clock, log, lifecycle, spaces, bytes, diskQuota } = needs
  const store = createUploadStore(database)
  const check = createUploadCheck({ spaces, diskQuota })
  const { settle, ...finisher } = createFinisher(needs, check)
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
    await settle()
  })

  async function cleanUp(): Promise<void> {
    const threshold = clock.now() - retention
    for (const { id, touchedAt } of await bytes.list()) {
      const finished = await finisher
        .finish(id)
        .catch((error: unknown) => log.warn({ err: error, id }, 'an upload was not finished'))
      if (finished === undefined && touchedAt < threshold) await bytes.remove(id)
    }
    await store.forget(new Date(threshold).toISOString())
  }

  return { ...finisher, check, finished: store.finished, tidy: cleanUp }
}

function createUploadCheck({ spaces, diskQuota }: { spaces: Pick<Spaces, 'get'>; diskQuota: DiskQuota }) {
  return async (input: Upload['metadata'], size = 0): Promise<UploadMetadata> => {
    const metadata = uploadMetadata.safeParse(input ?? {})
    if (!metadata.success) {
      throw fail('upload.invalid', { reason: issueText(describeIssue(metadata.error, input, 'metadata')) })
    }
    filePath(metadata.data.path)
    refuseInPlace(await spaces.get(metadata.data.spaceId))
    await diskQuota.check({ path: metadata.data.path, size })
    return metadata.data
  }
}

/** A completed upload; `written` when it became a file just now. */
interface FinishedUpload {
  readonly size: number
  readonly written?: WriteResult
}

/** Its bytes are here, or where it was sent to. */
export interface CompleteUpload {
  readonly metadata: WholeUpload['metadata']
  readonly checksum: string | undefined
  put(options: PutOptions): Promise<Blob>
  /** Removes bytes that are not here and did not become content. */
  discard?(): Promise<void>
}

/**
 * In this order: content stored; rows of file and upload in one transaction; response; bytes removed.
 * Killed anywhere, the upload is resumed by its client, completed at the next start, or already complete.
 */
function createFinisher(
  { database, clock, blobs, files, bytes, unpackings, record }: Needs,
  check: ReturnType<typeof createUploadCheck>,
) {
  const store = createUploadStore(database)
  const finishing = new Map<string, Promise<FinishedUpload | undefined>>()

  async function completeOf(id: string): Promise<CompleteUpload | undefined> {
    const upload = await bytes.complete(id)
    const put = async (options: PutOptions) =>
      (await (await bytes.forwarded(id))?.finish(options)) ?? blobs.putFile(await bytes.share(id), options)
    return upload && { metadata: upload.metadata, checksum: await bytes.promised(id), put }
  }

  async function finishNow(
    id: string,
    findUpload: () => Promise<CompleteUpload | undefined>,
  ): Promise<FinishedUpload | undefined> {
    const finished = await store.finished(id)
    if (finished !== undefined) {
      await bytes.remove(id)
      return finished
    }
    const upload = await findUpload()
    if (upload === undefined) return undefined
    const { metadata } = upload
    try {
      const { spaceId, path, conflict, unpack, checksum = upload.checksum } = await check(metadata)
      const blob = await upload.put({ checksum }).catch((error: unknown) => {
        throw error instanceof ChecksumDiffers ? fail('upload.checksum', { path }) : error
      })
      const written = await database.transaction(async () => {
        const isUnpacked = unpack && archiveOf(path) !== undefined
        const owner = metadata?.['owner'] ?? null
        if (isUnpacked) await unpackings.begin({ spaceId, path: filePath(path), conflict, blob, owner })
        const result = isUnpacked ? undefined : await files.write({ spaceId, path, conflict, blob })
        await store.finish({ id, fileId: result?.file.id ?? null, size: blob.size, finishedAt: clock.time() })
        await record(metadata, { spaceId, path: filePath(path) })
        return result
      })
      await bytes.remove(id)
      return { size: blob.size, ...(written === undefined ? {} : { written }) }
    } catch (error) {
      // An expected failure persists on retrying: the client is told and can start again. A store that is away is waited for.
      if (error instanceof Failure && !(error instanceof StoreUnreachable)) {
        await Promise.all([bytes.remove(id), upload.discard?.()])
        await record(metadata, { spaceId: metadata?.['spaceId'] ?? '', path: metadata?.['path'] ?? '' }, error.reason)
      }
      throw error
    }
  }

  function once(id: string, findUpload: () => Promise<CompleteUpload | undefined>) {
    const running = finishing.get(id) ?? finishNow(id, findUpload).finally(() => finishing.delete(id))
    finishing.set(id, running)
    return running
  }

  /** Finishes an upload whose bytes are not written here. */
  async function finishGiven(id: string, upload: CompleteUpload): Promise<FinishedUpload> {
    // A run of `finish` expects written bytes: it ends without them and is not joined.
    for (let other = finishing.get(id); other !== undefined; other = finishing.get(id))
      await other.catch(() => undefined)
    const finished = await once(id, async () => upload)
    if (finished === undefined) throw new Error('an upload that came whole was not finished')
    return finished
  }

  return {
    /** Undefined while bytes are missing; fails like `check`. */
    finish: (id: string) => once(id, () => completeOf(id)),
    finishGiven,
    finishWhole: (id: string, { content, ...upload }: WholeUpload) =>
      finishGiven(id, { ...upload, put: (options) => blobs.put(bytesOf(content), options) }),
    settle: () => Promise.allSettled(finishing.values()),
  }
}

async function* bytesOf(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}
