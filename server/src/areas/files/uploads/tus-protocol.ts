import type { ServerResponse } from 'node:http'
import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { Failure, errorStatus, fail } from '@vermilion/contract/kernel/errors'
import { uploadPath } from '@vermilion/contract/files'
import { checksumHeader, largestUpload, uploadResultHeader } from '@vermilion/contract/files/uploads'
import type { Server } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { failureEnvelope } from '#platform/http/envelope'
import type { ProtocolHandler } from '#platform/http/protocol'
import { newId } from '#platform/ids'
import type { UploadBytes } from './bytes.ts'
import { createUploadLocks } from './locks.ts'
import { resultOf } from './results.ts'
import type { Uploads } from './uploads.ts'

/** The tus protocol 1.0 (https://tus.io/protocols/resumable-upload) at `/api/v1/uploads`. */
export function uploadProtocol(needs: { uploads: Uploads; bytes: UploadBytes }): ProtocolHandler {
  const { uploads, bytes } = needs
  const requests = new WeakMap<object, FastifyRequest>()
  let tus: Promise<Server> | undefined

  return async (_caller, request, reply) => {
    const id = uploadId(request.url.split('?')[0] ?? '')
    if (id !== undefined && (request.method === 'HEAD' || request.method === 'PATCH')) {
      try {
        const finished = await (request.method === 'HEAD' ? uploads.finish(id) : uploads.finished(id))
        if (finished !== undefined) return sendFinished(request, reply.raw, finished.size)
      } catch (error) {
        // All its bytes are here, yet no file: their number alone would read as success.
        return sendFailure(error, request, reply.raw)
      }
    }
    const expectedChecksum = request.headers[checksumHeader]
    if (id !== undefined && request.method === 'PATCH' && typeof expectedChecksum === 'string')
      await bytes.saveChecksum(id, expectedChecksum)
    requests.set(request.raw, request)
    tus ??= createTusServer(uploads, bytes, requests)
    await (await tus).handle(request.raw, reply.raw)
  }
}

/** Loaded with the first upload. */
async function createTusServer(
  uploads: Uploads,
  bytes: UploadBytes,
  requests: WeakMap<object, FastifyRequest>,
): Promise<Server> {
  const { Server } = await import('@tus/server')
  return new Server({
    path: `${apiPath}${uploadPath}`,
    datastore: bytes.tus,
    maxSize: largestUpload,
    locker: createUploadLocks(),
    allowedOrigins: [],
    namingFunction: () => newId(),
    getFileIdFromRequest: (request) => uploadId(new URL(request.url).pathname),
    // Relative to the address that the client asked, which is right behind any proxy.
    generateUrl: (request, { id }) =>
      new URL(request.url).pathname.endsWith('/') ? id : `${uploadPath.slice(1)}/${id}`,
    async onUploadCreate(request, { metadata, size }) {
      await uploads.check(metadata, size)
      const owner = requests.get(request.runtime?.node?.req ?? request)?.identity?.account.username ?? null
      return { metadata: { ...metadata, owner } }
    },
    async onUploadFinish(request, { id }) {
      const written = (await uploads.finish(id))?.written
      const apiRequest = requests.get(request.runtime?.node?.req ?? request)
      if (written === undefined || apiRequest === undefined) return {}
      const result = resultOf(written.file.path, written, apiRequest)
      return { headers: { [uploadResultHeader]: encodeURIComponent(JSON.stringify(result)) } }
    },
    onResponseError(request, error) {
      const apiRequest = requests.get(request.runtime?.node?.req ?? request)
      // What the protocol itself refuses it says in its own words.
      if (apiRequest === undefined || (!(error instanceof Error) && error.status_code < 500)) return undefined
      const failure = asFailure(error, apiRequest)
      return { status_code: errorStatus(failure.reason), body: JSON.stringify(failureEnvelope(failure, apiRequest)) }
    },
  })
}

/** An id of ours at the end of a path; nothing else may become the name of a file. */
function uploadId(path: string): string | undefined {
  return /\/([\w-]{21})\/?$/.exec(path)?.[1]
}

/** Tells a client that never heard it that its upload is complete. */
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

/** What nobody expected is logged whole and told by the id of its request. */
function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  request.log.error({ err: error }, 'an upload failed')
  return fail('internal', { requestId: request.id })
}

function sendFailure(error: unknown, request: FastifyRequest, response: ServerResponse): void {
  const failure = asFailure(error, request)
  response.writeHead(errorStatus(failure.reason), { 'tus-resumable': '1.0.0', 'content-type': 'application/json' })
  response.end(JSON.stringify(failureEnvelope(failure, request)))
}
