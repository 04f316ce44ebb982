import { fileEndpoints } from '@vermilion/contract/files'
import { workEndpoints } from '@vermilion/contract/work'
import { create, useStore } from 'zustand'
import { call, session } from '../api.ts'
import { disown, findLeftUploads, ownBatch } from './unfinished-uploads.ts'
import { newRequestId } from '../http/request-id.ts'
import { reportBatches } from './upload-batches.ts'
import { forget, type LeftBatch, remember, type RememberedFile, rememberSettled } from './upload-memory.ts'
import { createUploads } from './uploads.ts'
import type { UploadState } from './upload-state.ts'
import { wait } from '../wait.ts'
import { loadCode } from '../loading/load-code.ts'

/** An upload continues when the browser refuses storage; it just cannot be resumed later. */
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

let wordsOf: (problem: unknown) => string = String
async function loadSender() {
  const sender = await loadCode(() => import('./send-upload.ts'))
  wordsOf = sender.uploadProblem
  return sender
}

/** Since when uploads wait for the store of the server, in milliseconds since 1970, and why. */
export const useUploadWait = create<{ since: number | null; problem: string }>(() => ({ since: null, problem: '' }))
const onWaiting = (problem: string | null) =>
  useUploadWait.setState(({ since }) => (problem === null ? { since: null } : { since: since ?? Date.now(), problem }))

export const uploads = createUploads({
  send: async (file, target, events) => (await loadSender()).sendFile(file, target, { ...events, onWaiting }),
  sendPack: async (files, events) => (await loadSender()).sendFiles(files, { ...events, onWaiting }),
  text: (problem) => wordsOf(problem),
  now: () => performance.now(),
  memory: {
    settled: (batch, indexes) => quietly(rememberSettled(batch, indexes)),
    forget: (batch) => quietly(forget(batch).finally(() => disown(batch))),
  },
})

export interface NewUpload extends Omit<RememberedFile, 'size' | 'lastModified'> {
  readonly file: File
}

export async function upload(
  spaceId: string,
  added: readonly NewUpload[],
  handles: readonly FileSystemHandle[],
): Promise<void> {
  const id = newRequestId()
  ownBatch(id)
  const files = added.map(({ file, ...descriptions }) => ({
    ...descriptions,
    size: file.size,
    lastModified: file.lastModified,
  }))
  const about = { id, account: session.account(), spaceId, startedAt: Date.now() }
  // It must be stored before the first file is sent, or that file's end would be stored first.
  await remember({ ...about, files, handles }).catch(() => undefined)
  uploads.add(
    spaceId,
    added.map((one) => ({ ...one, size: one.file.size })),
    id,
  )
}

export function resumeBatch(batch: LeftBatch, files: ReadonlyMap<number, File>): number {
  if (files.size === 0) return 0
  ownBatch(batch.id)
  const left = new Set(batch.left)
  const all = batch.files.map((file, index) => ({ ...file, file: left.has(index) ? (files.get(index) ?? null) : null }))
  uploads.add(batch.spaceId, all, batch.id)
  return files.size
}

export async function abandonBatch({ id }: LeftBatch): Promise<void> {
  ownBatch(id)
  await forget(id)
  await call(workEndpoints.stopWork, { params: { workId: `upload.${id}` } }).catch(() => undefined)
}

const batches = reportBatches({
  uploads,
  async report(batchId, body, isLeaving) {
    const { status } = await call(fileEndpoints.reportUpload, { params: { batchId }, body }, { keepalive: isLeaving })
    return { stopped: status === 'stopped' }
  },
  stop: (batch) => call(workEndpoints.stopWork, { params: { workId: `upload.${batch}` } }),
  wait,
})
addEventListener('pagehide', () => batches.leave())

let owner = session.account()
session.subscribe((change) => {
  if (change === 'expired') owner = session.account()
  if (change === 'entered' && session.account() === owner) uploads.release()
  else if (change !== 'expired') uploads.drop()
  if (change === 'entered') quietly(findLeftUploads())
})

export function useUploads<Part>(select: (state: UploadState) => Part): Part {
  return useStore(uploads.store, select)
}
