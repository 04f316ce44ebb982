import type { IncomingMessage, ServerResponse } from 'node:http'
import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { errorStatus } from '@vermilion/contract/kernel/errors'
import { checksumHeader, maxUploadBytes, uploadResultHeader } from '@vermilion/contract/files/uploads'
import type { Locker, Server, Upload } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import { failureEnvelope } from '#platform/http/envelope'
import type { ProtocolHandler } from '#platform/http/protocol'
import { newId } from '#platform/ids'
import type { UploadBytes } from './bytes.ts'
import { createUploadLocks } from './locks.ts'
import { asFailure } from './results.ts'
import { describeSender } from './upload-record.ts'
import { maxHeldBytes, pieceOf, readPiece, type WholeUpload } from './patches.ts'

export interface UploadTarget<Finished extends { readonly size: number }> {
  readonly path: string
  readonly bytes: UploadBytes
  /** Refuses an upload by its metadata, before any byte. */
  check(metadata: Upload['metadata'], size: number | undefined): Promise<unknown>
  finish(id: string): Promise<Finished | undefined>
  finishWhole?(id: string, upload: WholeUpload): Promise<Finished>
  finished(id: string): Promise<{ readonly size: number } | undefined>
  result(finished: Finished, request: FastifyRequest): object | undefined
}

/** The tus protocol 1.0 (https://tus.io/protocols/resumable-upload) at a path below `/api/v1`. */
export function uploadProtocol<Finished extends { readonly size: number }>(
  uploads: UploadTarget<Finished>,
): ProtocolHandler {
  const { bytes } = uploads
  const requests = new WeakMap<object, FastifyRequest>()
  const locks = createUploadLocks()
  let tus: Promise<Server> | undefined

  /**
   * Takes the usual PATCH without @tus/server, whose web streams cost several times the rest of an upload. Returns false, with the
   * request untouched, when it does not apply.
   */
  async function tryUsualPatch(id: string, request: FastifyRequest, response: ServerResponse): Promise<boolean> {
    const piece = pieceOf(request)
    if (piece === undefined) return false
    const lock = locks.newLock(id)
    // Another request for this lock comes from the same client after a reconnect, so this connection is dead: close it.
    // Completely received content is kept.
    await lock.lock(new AbortController().signal, () => void request.raw.destroy())
    try {
      const upload = await bytes.tus.getUpload(id).catch(ifRefused)
      if (upload?.size === undefined || upload.offset !== piece.offset || piece.offset + piece.size > upload.size)
        return false
      const checksum = request.headers[checksumHeader]
      const isWhole = piece.size === upload.size && piece.size <= maxHeldBytes && uploads.finishWhole !== undefined
      const take = isWhole ? takeWhole : takePiece
      const accepted = await take(upload, request.raw, typeof checksum === 'string' ? checksum : undefined)
      // The client disconnected; it will resume from the stored offset.
      if (accepted === undefined) return true
      const result = accepted.finished && uploads.result(accepted.finished, request)
      response.writeHead(204, {
        'tus-resumable': '1.0.0',
        'upload-offset': accepted.offset,
        ...(result === undefined ? {} : { [uploadResultHeader]: encodeURIComponent(JSON.stringify(result)) }),
      })
      response.end()
    } catch (error) {
      sendFailure(error, request, response)
    } finally {
      await lock.unlock()
    }
    return true
  }

  async function takeWhole({ id, size, metadata }: Upload, request: IncomingMessage, checksum: string | undefined) {
    const content = Buffer.concat(await Array.fromAsync(readPiece(request)))
    if (content.length !== size) return undefined
    const finished = await uploads.finishWhole?.(id, { metadata, content, checksum })
    return { offset: size, finished }
  }

  async function takePiece({ id, size, offset }: Upload, request: IncomingMessage, checksum: string | undefined) {
    if (checksum !== undefined) await bytes.saveChecksum(id, checksum)
    const end = await bytes.write(id, offset, readPiece(request))
    if (!request.complete) return undefined
    return { offset: end, finished: end === size ? await uploads.finish(id) : undefined }
  }

  return async (_caller, request, reply) => {
    takeMethodOverride(request)
    const id = uploadId(request.url.split('?')[0] ?? '')
    if (id !== undefined && (request.method === 'HEAD' || request.method === 'PATCH')) {
      try {
        const finished = await (request.method === 'HEAD' ? uploads.finish(id) : uploads.finished(id))
        if (finished !== undefined) return sendFinished(request, reply.raw, finished.size)
        if (await tryUsualPatch(id, request, reply.raw)) return
      } catch (error) {
        // All bytes are here but no file: the offset alone would look like success.
        return sendFailure(error, request, reply.raw)
      }
    }
    const expectedChecksum = request.headers[checksumHeader]
    if (id !== undefined && request.method === 'PATCH' && typeof expectedChecksum === 'string')
      await bytes.saveChecksum(id, expectedChecksum)
    requests.set(request.raw, request)
    tus ??= createTusServer(uploads, requests, locks)
    await (await tus).handle(request.raw, reply.raw)
  }
}

/** Behind proxies that pass few methods, clients name the method in a header of a POST. */
function takeMethodOverride({ raw }: FastifyRequest): void {
  const override = raw.headers['x-http-method-override']
  if (raw.method === 'POST' && typeof override === 'string') raw.method = override.toUpperCase()
}

/** Loaded with the first upload. */
async function createTusServer<Finished extends { readonly size: number }>(
  uploads: UploadTarget<Finished>,
  requests: WeakMap<object, FastifyRequest>,
  locker: Locker,
): Promise<Server> {
  const { Server } = await import('@tus/server')
  const { bytes, path } = uploads
  return new Server({
    path: `${apiPath}${path}`,
    datastore: bytes.tus,
    maxSize: maxUploadBytes,
    locker,
    allowedOrigins: [],
    namingFunction: () => newId(),
    getFileIdFromRequest: (request) => uploadId(new URL(request.url).pathname),
    // Relative to the requested address, which is right behind any proxy.
    generateUrl: (request, { id }) => (new URL(request.url).pathname.endsWith('/') ? id : `${path.slice(1)}/${id}`),
    async onUploadCreate(request, { metadata, size }) {
      await uploads.check(metadata, size)
      return { metadata: { ...metadata, ...describeSender(requests.get(request.runtime?.node?.req ?? request)) } }
    },
    async onUploadFinish(request, { id }) {
      const finished = await uploads.finish(id).catch(async (error: unknown) => {
        // Whoever sends all with the creation never learns the id, and begins again.
        if (request.method === 'POST') await bytes.remove(id)
        throw error
      })
      const apiRequest = requests.get(request.runtime?.node?.req ?? request)
      if (finished === undefined || apiRequest === undefined) return {}
      const result = uploads.result(finished, apiRequest)
      if (result === undefined) return {}
      return { headers: { [uploadResultHeader]: encodeURIComponent(JSON.stringify(result)) } }
    },
    onResponseError(request, error) {
      const apiRequest = requests.get(request.runtime?.node?.req ?? request)
      // The protocol's own refusals keep their texts; its 500 stands for unexpected errors.
      if (apiRequest === undefined || (!(error instanceof Error) && error.status_code !== 500)) return undefined
      const failure = asFailure(error, apiRequest, 'an upload failed')
      return { status_code: errorStatus(failure.reason), body: JSON.stringify(failureEnvelope(failure, apiRequest)) }
    },
  })
}

function uploadId(path: string): string | undefined {
  return /\/([\w-]{21})\/?$/.exec(path)?.[1]
}

/** The protocol tells by itself what it refuses. */
function ifRefused(error: unknown): undefined {
  if (error instanceof StoreUnreachable) throw error
}

function sendFinished({ method, headers }: FastifyRequest, response: ServerResponse, size: number): void {
  const agrees = method === 'HEAD' || headers['upload-offset'] === String(size)
  response.writeHead(method === 'HEAD' ? 200 : agrees ? 204 : 409, {
    'tus-resumable': '1.0.0',
    'cache-control': 'no-store',
    'upload-offset': size,
    'upload-length': size,
  })
  response.end()
}

function sendFailure(error: unknown, request: FastifyRequest, response: ServerResponse): void {
  const failure = asFailure(error, request, 'an upload failed')
  response.writeHead(errorStatus(failure.reason), { 'tus-resumable': '1.0.0', 'content-type': 'application/json' })
  response.end(JSON.stringify(failureEnvelope(failure, request)))
}
