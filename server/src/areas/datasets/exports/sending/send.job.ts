import { setTimeout as delay } from 'node:timers/promises'
import type { exportSend } from '@vermilion/contract/datasets/exports'
import { fail, type Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { ServiceFailure } from '@vermilion/contract/services/failure-names'
import type { z } from 'zod'
import { callBucket, type Services } from '#areas/settings'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { Call } from '#platform/blobs/s3/connection'
import { failureOfBucket } from '#platform/blobs/s3/failure'
import { abortUnfinished, uploadInParts } from '#platform/blobs/s3/upload'
import type { Content } from '#platform/http/range'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { DatasetStore } from '../../catalogue/dataset-store.ts'
import type { ExportStore, StoredExport, StoredSending } from '../export-store.ts'

export const sendExport = jobKind<{ exportId: string; startedBy: string }>('send-export')

/** Milliseconds that an export is listed from when it was last sent. */
const retentionMs = 7 * 24 * 3_600_000
/** Pauses between calls of a storage that is away, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [5_000, 60_000]
/** What may be over without anybody changing the settings. */
const passing: readonly ServiceFailure[] = [
  ...(['connection-refused', 'host-unknown', 'unreachable', 'closed', 'timeout'] as const),
  ...(['limited', 'failed', 'clock-wrong'] as const),
]
const occupied: Text = {
  en: 'something is there already. Choose another prefix, or replace it',
  zh: '该位置已有内容。请更换前缀，或选择替换',
}

const addressOf = ({ bucket, key }: StoredSending) => `s3://${bucket}/${key}`

export const presentSent = (sent: StoredSending) => {
  const { storage, status, reason } = sent
  return { storage, status, reason, address: addressOf(sent) }
}

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  readonly datasets: DatasetStore
  readonly store: ExportStore
  readonly services: Pick<Services, 'ofKind'>
  content(row: StoredExport): Content
}

/** A killed one is sent again, after its parts have been deleted. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSending({ database, clock, events, jobs, datasets, store, services, content }: Needs) {
  const untilLater = () => new Date(clock.now() + retentionMs).toISOString()

  const change = (exportId: string, next: Partial<StoredSending>): Promise<void> =>
    database.transaction(async () => {
      const row = await store.find(exportId)
      if (row?.sent?.status !== 'sending') return
      await store.send(exportId, { ...row.sent, ...next }, untilLater())
      events.publish({ type: 'dataset-changed', datasetId: row.datasetId })
    })

  async function requireStorage(storageId: string) {
    const storage = (await services.ofKind('object-storage')).find(({ id }) => id === storageId)
    if (storage === undefined) throw fail('service.not-found')
    return storage
  }

  /** Calls of the bucket, which wait while it is away. */
  async function waitingCall(exportId: string, sent: StoredSending, signal: AbortSignal): Promise<Call> {
    const { settings } = await requireStorage(sent.storageId)
    const call = callBucket(settings, sent.bucket)
    return async (action, work, options) => {
      for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2))
        try {
          const result = await call(action, work, options)
          if (pause > firstPauseMs) await change(exportId, { reason: null })
          return result
        } catch (error) {
          if (!(error instanceof StoreUnreachable && error.cause instanceof Error)) throw error
          const { cause, problem: reason } = error
          await change(exportId, { reason })
          if (!passing.includes(failureOfBucket(cause, { ...settings, ...sent }).failure))
            throw notSent(sent, reason, cause)
          await delay(pause, undefined, { signal })
        }
    }
  }

  jobs.register(sendExport, {
    concurrency: 4,
    async run({ payload: { exportId }, signal, saveProgress }) {
      const row = await store.find(exportId)
      if (row?.sent?.status !== 'sending') return undefined
      const { sent, size } = row
      const { bucket: Bucket, key: Key, isBegun, overwrite } = sent
      const call = await waitingCall(exportId, sent, signal)
      if (isBegun)
        await abortUnfinished(call, { Bucket, Prefix: Key }, Date.now() + retentionMs, signal).catch(() => undefined)
      else if (!overwrite && (await isTaken(call, sent))) {
        await change(exportId, { reason: occupied })
        throw notSent(sent, occupied)
      }
      await change(exportId, { isBegun: true })
      let done = 0
      const arrived = (bytes: number) => saveProgress({ done: (done += bytes), total: size, unit: 'bytes' })
      await uploadInParts({ call, object: { Bucket, Key }, open: content(row).open, size, signal, arrived })
      return () => change(exportId, { status: 'sent', reason: null })
    },
    async failed({ exportId }, error) {
      const reason = (await store.find(exportId))?.sent?.reason
      await change(exportId, { status: 'failed', reason: reason ?? { en: error, zh: error } })
    },
    stopped: ({ exportId }) => change(exportId, { status: 'stopped', reason: null }),
    work: {
      kind: 'export',
      async describe({ exportId, startedBy }) {
        const row = await store.find(exportId)
        return row && datasets.workOf(row.datasetId, startedBy)
      },
    },
  })

  return {
    start: (row: StoredExport, { prefix, ...request }: z.output<typeof exportSend>, startedBy: string): Promise<void> =>
      database.transaction(async () => {
        const { name: storage, settings } = await requireStorage(request.storageId)
        const { id: exportId, name, status, sent } = row
        if (status !== 'ready') throw fail('dataset.export-not-ready')
        if (sent?.status === 'sending') throw fail('dataset.export-being-sent', { address: addressOf(sent) })
        const { bucket = settings.bucket } = request
        const target = { ...request, storage, bucket, key: prefix === '' ? name : `${prefix}/${name}` }
        await store.send(exportId, { ...target, status: 'sending', reason: null, isBegun: false }, untilLater())
        await jobs.enqueue(sendExport, exportId, { exportId, startedBy })
        events.publish({ type: 'dataset-changed', datasetId: row.datasetId })
      }),
  }
}

const notSent = (sent: StoredSending, problem: Text, cause?: Error): Failure =>
  // Whoever sends in parts looks at the cause.
  Object.assign(fail('dataset.export-not-sent', { address: addressOf(sent), problem }), { cause })

async function isTaken(call: Call, { bucket: Bucket, key: Prefix }: StoredSending): Promise<boolean> {
  const options = { Bucket, Prefix, MaxKeys: 1 }
  const { Contents = [] } = await call('s3:ListBucket', ({ client }) => client.listObjectsV2(options))
  return Contents[0]?.Key === Prefix
}
