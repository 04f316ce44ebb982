import type { UploadReport } from '@vermilion/contract/files'
import { ApiError } from '../http/client.ts'
import type { Uploads } from './uploads.ts'
import type { Upload } from './upload-state.ts'

export interface UploadBatchesNeeds {
  uploads: Pick<Uploads, 'store' | 'cancelBatch'>
  report: (batch: string, report: UploadReport, isLeaving: boolean) => Promise<{ stopped: boolean }>
  stop: (batch: string) => Promise<unknown>
  wait: (milliseconds: number) => Promise<void>
  /** The minimum interval of a batch's reports, in milliseconds. */
  period?: number
}

interface Batch {
  readonly spaceId: string
  /** Uploads by id. Finished ones stay after they are cleared, so that totals never shrink. */
  readonly uploads: Map<number, Upload>
  reported: string
  telling: boolean
}

export function reportBatches({ uploads, report, stop, wait, period = 1_000 }: UploadBatchesNeeds) {
  const batches = new Map<string, Batch>()

  function update(all: readonly Upload[]): void {
    const present = new Set(all.map(({ id }) => id))
    for (const upload of all) {
      const batch = batches.get(upload.batch) ?? {
        spaceId: upload.spaceId,
        uploads: new Map(),
        reported: '',
        telling: false,
      }
      batch.uploads.set(upload.id, upload)
      batches.set(upload.batch, batch)
    }
    for (const [id, batch] of batches) {
      for (const upload of batch.uploads.values()) {
        if (!present.has(upload.id) && upload.status !== 'done') batch.uploads.delete(upload.id)
      }
      void tell(id, batch)
    }
  }

  async function tell(id: string, batch: Batch): Promise<void> {
    if (batch.telling) return
    batch.telling = true
    for (;;) {
      const sums = reportOf(batch)
      const text = JSON.stringify(sums)
      if (text === batch.reported) break
      try {
        if (sums.files === 0) await stop(id)
        else if ((await report(id, sums, false)).stopped) uploads.cancelBatch(id)
        batch.reported = text
      } catch (problem) {
        // A later report replaces one that failed to send; one that the server refused is dropped.
        if (!isAway(problem)) batch.reported = text
      }
      if (batch.reported === text && (sums.state === 'ended' || sums.files === 0)) batches.delete(id)
      await wait(period)
    }
    batch.telling = false
  }

  uploads.store.subscribe(({ uploads: all }) => update(all))

  return {
    leave(): void {
      for (const [id, batch] of batches) {
        const sums = reportOf(batch)
        if (sums.state !== 'ended') report(id, { ...sums, state: 'interrupted' }, true).catch(() => undefined)
      }
    },
  }
}

function reportOf({ spaceId, uploads }: Batch): UploadReport {
  const all = [...uploads.values()]
  const some = (...statuses: Upload['status'][]) => all.some(({ status }) => statuses.includes(status))
  const sum = (amount: (upload: Upload) => number) => all.reduce((total, upload) => total + amount(upload), 0)
  return {
    spaceId,
    files: all.length,
    bytes: sum(({ size }) => size),
    doneFiles: sum(({ status }) => (status === 'done' ? 1 : 0)),
    doneBytes: sum(({ sent }) => sent),
    failedFiles: sum(({ status }) => (status === 'failed' ? 1 : 0)),
    state: some('waiting', 'sending') ? 'sending' : some('paused') ? 'paused' : 'ended',
  }
}

function isAway(problem: unknown): boolean {
  return problem instanceof ApiError && (problem.code === 0 || problem.code >= 500)
}
