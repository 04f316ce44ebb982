import { type UploadPackAnswer, uploadPackPath } from '@vermilion/contract/files/uploads'
import { checksumOf, checksumOfFile } from './checksum.ts'
import { type ApiError, createClient } from '../http/client.ts'
import type { UploadDone, UploadWish } from './upload-worker.ts'

/** Reads, hashes and sends small files, and hashes large ones, off the main thread. */
const running = new Map<number, AbortController>()

addEventListener('message', ({ data }: MessageEvent<UploadWish>) => {
  if (data.kind === 'stop') return running.get(data.id)?.abort()
  const stop = new AbortController()
  running.set(data.id, stop)
  void handleRequest(data, stop.signal)
})

async function handleRequest(request: Exclude<UploadWish, { kind: 'stop' }>, signal: AbortSignal): Promise<void> {
  const done = await work(request, signal)
  running.delete(request.id)
  postMessage(done)
}

async function work(request: Exclude<UploadWish, { kind: 'stop' }>, signal: AbortSignal): Promise<UploadDone> {
  try {
    return await (request.kind === 'hash' ? hash(request, signal) : sendPack(request, signal))
  } catch (problem) {
    const { message = String(problem), code = -1 } = problem as Partial<ApiError>
    return { id: request.id, kind: 'failed', code, message }
  }
}

async function hash({ id, file }: UploadWish & { kind: 'hash' }, signal: AbortSignal): Promise<UploadDone> {
  return { id, kind: 'hash', checksum: await checksumOfFile(file, signal) }
}

async function sendPack(request: UploadWish & { kind: 'pack' }, signal: AbortSignal): Promise<UploadDone> {
  const { id, spaceId, files, base, token, language, timeout } = request
  const read = await Promise.all(
    files.map(async ({ file, path, conflict }) => {
      // A file that was changed or deleted since it was chosen fails alone.
      const content = await file.arrayBuffer().catch(() => null)
      return content === null
        ? null
        : { file, told: { path, conflict, size: content.byteLength, checksum: await checksumOf(content) } }
    }),
  )
  const present = read.filter((one) => one !== null)
  if (present.length === 0) return { id, kind: 'pack', results: read.map(() => null) }
  const text = new TextEncoder().encode(
    JSON.stringify({ spaceId, files: present.map(({ told: descriptions }) => descriptions) }),
  )
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, text.byteLength)
  // The body consists of the files instead of the bytes read, so that the browser streams them past this thread.
  const body = new Blob([length, text, ...present.map(({ file }) => file)])
  const client = createClient({ base, token: () => token, language: () => language, onUnauthenticated: () => {} })
  const response = await client.post<UploadPackAnswer>(uploadPackPath, body, { signal, timeout })
  const results = response.files[Symbol.iterator]()
  return { id, kind: 'pack', results: read.map((one) => (one === null ? null : (results.next().value ?? null))) }
}
