import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import type { FileService } from '../service.ts'
import type { Unpackings } from '../unpacking/unpackings.ts'
import type { UploadBytes } from './bytes.ts'
import type { DiskQuota } from './disk-quota.ts'
import { createUploadStore } from './store.ts'
import { createUploadCheck } from './upload-check.ts'
import type { UploadRecord } from './upload-record.ts'
import { createUploadFinisher } from './upload-finisher.ts'

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
  const { database, clock, log, lifecycle, blobs, spaces, files, bytes, diskQuota, unpackings, record } = needs
  const store = createUploadStore(database)
  const check = createUploadCheck({ spaces, diskQuota })
  const finisher = createUploadFinisher({ database, clock, blobs, files, bytes, unpackings, store, check, record })
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
    await finisher.settle()
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

  return { check, finish: finisher.finish, finishWhole: finisher.finishWhole, finished: store.finished, tidy: cleanUp }
}
