import { uploadChunkSize, uploadPath } from '@vermilion/contract/files'
import { directPartBytes } from '@vermilion/contract/files/direct-uploads'
import { checksumHeader, uploadResult, uploadResultHeader, type UploadResult } from '@vermilion/contract/files/uploads'
import { storeUnreachableCode } from '@vermilion/contract/kernel/errors/entry'
import { ApiError, client, session } from '../api.ts'
import { newRequestId } from '../http/request-id.ts'
import { useSystem } from '../system.ts'
import { sendDirect } from './send-direct.ts'
import { createUploadWorker } from './upload-worker.ts'
import type { PackEvents, PackedUpload, StoreEvents, Transfer, TransferEvents, UploadTarget } from './upload-state.ts'
import { wait } from '../wait.ts'
import { loadCode } from '../loading/load-code.ts'

/** Milliseconds between attempts; without a connection, the last one repeats. */
const delays = [500, 1_000, 2_000, 4_000, 8_000]
const delayOf = (attempt: number) => delays[Math.min(attempt, delays.length - 1)] ?? 0
/** The maximum number of attempts while the server is unavailable. */
const maxTries = 8

const worker = createUploadWorker()
type FileEvents = TransferEvents & StoreEvents

/** Sends a large file to the bucket itself where browsers are let there, and any other through the server. */
export async function sendFile(file: File, target: UploadTarget, events: FileEvents): Promise<Transfer> {
  const otherwise = () => sendThroughServer(file, target, events)
  const hash = () => worker.checksum(file)
  const direct = file.size > directPartBytes ? await sendDirect(file, target, { ...events, hash, otherwise }) : null
  return direct ?? otherwise()
}

/** Sends a file by the tus protocol: in parts, each retried with growing delays, resuming where it broke off. */
async function sendThroughServer(file: File, target: UploadTarget, events: FileEvents): Promise<Transfer> {
  const Upload = await loadCode(async () => (await import('tus-js-client')).Upload)
  const hashing = worker.checksum(file)
  // The caller that awaits it gets the error.
  hashing.done.catch(() => undefined)
  let used: string | null = null
  const inOnePart = file.size <= uploadChunkSize
  const upload = new Upload(file, {
    endpoint: client.root + uploadPath,
    chunkSize: uploadChunkSize,
    retryDelays: Array.from({ length: 1_000 }, (_, attempt) => delayOf(attempt)),
    uploadDataDuringCreation: true,
    removeFingerprintOnSuccess: true,
    metadata: {
      spaceId: target.spaceId,
      path: target.path,
      conflict: target.conflict,
      ...(target.unpack ? { unpack: 'true' } : {}),
      ...(inOnePart ? { checksum: await hashing.done } : {}),
    },
    // The same file for the same target resumes where it was, even after a reload.
    fingerprint: () =>
      Promise.resolve(['vermilion', target.spaceId, target.path, file.size, file.lastModified].join(':')),
    async onBeforeRequest(request) {
      const offset = request.getMethod() === 'PATCH' ? Number(request.getHeader('Upload-Offset') ?? Number.NaN) : NaN
      // The last chunk is sent after the whole file was hashed.
      if (offset + uploadChunkSize >= file.size) request.setHeader(checksumHeader, await hashing.done)
      used = session.token()
      for (const [name, value] of Object.entries(client.headers(newRequestId()))) request.setHeader(name, value)
    },
    onShouldRetry(problem, attempt) {
      if (bodyOf(problem).code === storeUnreachableCode) {
        events.onWaiting(uploadProblem(problem))
        return true
      }
      const status = problem.originalResponse?.getStatus() ?? 0
      // Another server has taken over, which does not have the first parts: the upload begins anew.
      const isUnknown = status === 404 && problem.originalRequest.getMethod() === 'PATCH'
      const isPassing = isUnknown || status === 409 || status === 423 || status === 429 || isAway(status)
      return status === 0 || (isPassing && attempt < maxTries)
    },
    onProgress: events.onProgress,
    onSuccess({ lastResponse }) {
      events.onWaiting(null)
      events.onDone(readResult(lastResponse.getHeader(uploadResultHeader)))
    },
    onError: (problem) => {
      hashing.stop()
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
  const end = (forget: boolean) => {
    hashing.stop()
    return upload.abort(forget)
  }
  return { pause: () => end(false), cancel: () => end(true) }
}

export function sendFiles(files: readonly PackedUpload[], events: PackEvents & StoreEvents): Transfer {
  let stopped = false
  let stop = () => {}
  const send = async () => {
    for (let attempt = 0; !stopped; attempt += 1) {
      const token = session.token()
      const sending = worker.sendPack({
        spaceId: files[0]?.spaceId ?? '',
        files: files.map(({ file, path, conflict }) => ({ file, path, conflict })),
        base: document.baseURI,
        token,
        language: useSystem.getState().lang,
      })
      stop = sending.stop
      try {
        const results = await sending.done
        events.onWaiting(null)
        return events.onDone(results)
      } catch (problem) {
        const code = problem instanceof ApiError ? problem.code : -1
        if (stopped) return undefined
        if (code === 401) {
          void session.expire(token)
          return events.onHeld()
        }
        if (code === storeUnreachableCode) events.onWaiting(uploadProblem(problem))
        else if (code !== 0 && (!isAway(Number(String(code).slice(0, 3))) || attempt >= maxTries))
          return events.onFailed(problem)
        await wait(delayOf(attempt))
      }
    }
    return undefined
  }
  void send()
  const end = () => {
    stopped = true
    stop()
    return Promise.resolve()
  }
  return { pause: end, cancel: end }
}

/** Statuses of a server or proxy that is temporarily unavailable; 507 (out of space) is permanent. */
function isAway(status: number): boolean {
  return status >= 500 && status < 600 && status !== 507
}

function readResult(header: string | undefined): UploadResult | null {
  try {
    return uploadResult.parse(JSON.parse(decodeURIComponent(header ?? '')))
  } catch {
    // An earlier page sent it completely but missed the response.
    return null
  }
}

export function uploadProblem(problem: unknown): string {
  if (problem === null) return ''
  if (problem instanceof ApiError) return problem.message
  return bodyOf(problem).message ?? (problem instanceof Error ? problem.message : String(problem))
}

function bodyOf(problem: unknown): { code?: number; message?: string } {
  const response = (problem as { originalResponse?: { getBody: () => string } | null }).originalResponse
  try {
    return JSON.parse(response?.getBody() ?? '') as object
  } catch {
    return {}
  }
}
