import type { Work, WorkStatus } from '@vermilion/contract/kernel/work'
import type { BatchRow } from './batch-store.ts'

/** Milliseconds without a report after which the uploading page counts as closed. */
export const silenceTimeout = 60_000

export function toWork(row: BatchRow, now: number): Work {
  const { id, owner, spaceId, spaceName, bytes, doneBytes, failedFiles, startedAt, updatedAt, endedAt } = row
  const status = statusOf(row, now)
  return {
    id,
    kind: 'upload',
    name: spaceName,
    status,
    reason: failedFiles > 0 ? { en: `Files that failed: ${failedFiles}`, zh: `${failedFiles} 个文件失败` } : null,
    progress: { done: doneBytes, total: bytes, unit: 'bytes' },
    owner,
    leadsTo: { page: 'space', id: spaceId },
    stoppable: endedAt === null,
    startedAt,
    updatedAt,
    endedAt,
  }
}

function statusOf({ state, failedFiles, updatedAt }: BatchRow, now: number): WorkStatus {
  if (state === 'ended') return failedFiles > 0 ? 'failed' : 'success'
  if (state !== 'sending') return state
  return now - Date.parse(updatedAt) > silenceTimeout ? 'interrupted' : 'running'
}
