import type { UploadResult } from '@vermilion/contract/files/uploads'
import { ApiError } from '../http/client.ts'
import type { PackedUpload } from './upload-state.ts'

export type UploadWish =
  | {
      readonly kind: 'pack'
      readonly id: number
      readonly spaceId: string
      readonly files: readonly Pick<PackedUpload, 'file' | 'path' | 'conflict'>[]
      readonly base: string
      readonly token: string | null
      readonly language: string
      readonly timeout: number
    }
  | { readonly kind: 'hash'; readonly id: number; readonly file: File }
  | { readonly kind: 'stop'; readonly id: number }

export type UploadDone =
  | { readonly kind: 'pack'; readonly id: number; readonly results: readonly (UploadResult | null)[] }
  | { readonly kind: 'hash'; readonly id: number; readonly checksum: string }
  | { readonly kind: 'failed'; readonly id: number; readonly code: number; readonly message: string }

type WorkerRequest<Kind extends UploadWish['kind']> = Omit<UploadWish & { kind: Kind }, 'kind' | 'id'>

/** The timeout of a pack in milliseconds: a slow connection carries 8 MiB in it. */
const packTimeout = 600_000

export function createUploadWorker() {
  const waiting = new Map<number, { resolve: (done: UploadDone) => void; reject: (problem: unknown) => void }>()
  let worker: Worker | undefined
  let nextId = 1

  function started(): Worker {
    if (worker !== undefined) return worker
    worker = new Worker(new URL('./upload.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<UploadDone>) => {
      const waits = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.kind !== 'failed') waits?.resolve(data)
      else if (data.code < 0) waits?.reject(new Error(data.message))
      else waits?.reject(new ApiError({ code: data.code, error: 'http', message: data.message, requestId: '' }))
    })
    return worker
  }

  function ask(request: UploadWish): { done: Promise<UploadDone>; stop: () => void } {
    const { promise, resolve, reject } = Promise.withResolvers<UploadDone>()
    waiting.set(request.id, { resolve, reject })
    started().postMessage(request)
    return { done: promise, stop: () => started().postMessage({ kind: 'stop', id: request.id }) }
  }

  return {
    sendPack(request: Omit<WorkerRequest<'pack'>, 'timeout'>) {
      const { done, stop } = ask({ ...request, kind: 'pack', id: nextId++, timeout: packTimeout })
      return { stop, done: done.then((result) => (result.kind === 'pack' ? result.results : [])) }
    },
    checksum(file: File) {
      const { done, stop } = ask({ kind: 'hash', id: nextId++, file })
      return { stop, done: done.then((result) => (result.kind === 'hash' ? result.checksum : '')) }
    },
  }
}
