import { fileEndpoints, uploadChunkSize, uploadPath } from '@vermilion/contract/files'
import { useStore } from 'zustand'
import { workEndpoints } from '@vermilion/contract/work'
import { ApiError, call, client, session } from './api.ts'
import { newRequestId } from './request-id.ts'
import { reportBatches } from './upload-batches.ts'
import { createUploads, type Transfer, type TransferEvents, type UploadState } from './uploads.ts'
import { wait } from './wait.ts'

/** Sends one file by the tus protocol: in chunks, each tried again with growing delays, resumed where it broke off. */
async function send(file: File, target: { spaceId: string; path: string }, events: TransferEvents): Promise<Transfer> {
  const { Upload } = await import('tus-js-client')
  /** The token of the last request. */
  let used: string | null = null
  const upload = new Upload(file, {
    endpoint: client.root + uploadPath,
    chunkSize: uploadChunkSize,
    retryDelays: [500, 1_000, 3_000, 8_000, 15_000, 30_000],
    uploadDataDuringCreation: true,
    removeFingerprintOnSuccess: true,
    metadata: { ...target },
    // The same file chosen again for the same place, also after a reload, goes on where it was.
    fingerprint: () =>
      Promise.resolve(['vermilion', target.spaceId, target.path, file.size, file.lastModified].join(':')),
    onBeforeRequest: (request) => {
      used = session.token()
      for (const [name, value] of Object.entries(client.headers(newRequestId()))) request.setHeader(name, value)
    },
    onShouldRetry: (problem) => {
      const status = problem.originalResponse?.getStatus() ?? 0
      return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
    },
    onProgress: events.onProgress,
    onSuccess: events.onDone,
    onError: (problem) => {
      if ('originalResponse' in problem && problem.originalResponse?.getStatus() === 401) {
        void session.expire(used)
        return events.onHeld()
      }
      events.onFailed(problem)
    },
  })
  const [previous] = await upload.findPreviousUploads()
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous)
  upload.start()
  return { pause: () => upload.abort(), cancel: () => upload.abort(true) }
}

/** What the server said about a refused upload: its envelope's message, where there is one. */
function words(problem: unknown): string {
  if (problem instanceof ApiError) return problem.message
  const response = (problem as { originalResponse?: { getBody: () => string } | null }).originalResponse
  try {
    return String((JSON.parse(response?.getBody() ?? '') as { message: unknown }).message)
  } catch {
    return problem instanceof Error ? problem.message : String(problem)
  }
}

/** This tab's uploads. */
export const uploads = createUploads({ send, words, now: () => performance.now() })

const batches = reportBatches({
  uploads,
  async report(batchId, body, leaving) {
    const { status } = await call(fileEndpoints.reportUpload, { params: { batchId }, body }, { keepalive: leaving })
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
})

export function useUploads<Part>(select: (state: UploadState) => Part): Part {
  return useStore(uploads.store, select)
}
