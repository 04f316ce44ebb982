import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { errorStatus, fail, type Failure } from '@vermilion/contract/kernel/errors'
import type { UploadPack, UploadPackAnswer } from '@vermilion/contract/files/uploads'
import type { FastifyRequest } from 'fastify'
import { failureEnvelope, success } from '#platform/http/envelope'
import { callerOf } from '#platform/http/audited'
import type { ProtocolHandler } from '#platform/http/protocol'
import { maxPackBytes, readPack, type Packs } from './packs.ts'
import { asFailure, resultOf } from './results.ts'

/** Packs in memory at once; the bytes of others wait with their senders. */
const maximumReceiving = 32
/** Packs written at once, so that a slow sender blocks no writing. */
const maximumWriting = 8
/** Buffers kept for reuse: fresh memory would cost more than reading a pack. */
const maximumFreeBuffers = 4
/** Milliseconds without a byte after which a sender is given up. */
const senderTimeoutMs = 30_000

export function packProtocol(packs: Packs): ProtocolHandler {
  const receiving = limitConcurrency(maximumReceiving)
  const writing = limitConcurrency(maximumWriting)
  const freeBuffers: Buffer[] = []

  async function takeBody<Result>({ raw }: FastifyRequest, take: (body: Buffer) => Promise<Result>) {
    const size = sizeOf(raw)
    const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(maxPackBytes)
    try {
      const body = await receive(raw, buffer.subarray(0, size))
      return await writing(() => take(body))
    } finally {
      if (freeBuffers.length < maximumFreeBuffers) freeBuffers.push(buffer)
    }
  }

  return async (_caller, request, { raw: response }) => {
    const refuse = (failure: Failure) =>
      sendJson(response, errorStatus(failure.reason), failureEnvelope(failure, request))
    const { method, url: path } = request
    if (method !== 'POST') return refuse(fail('endpoint.not-found', { method, path }))
    const caller = callerOf(request)
    let pack: UploadPack | undefined
    const take = (body: Buffer) => {
      const read = readPack(body)
      pack = read.pack
      return packs.take(read, caller)
    }
    try {
      const results = await receiving(() => takeBody(request, take))
      const files = results.map((one) => resultOf(one.file.path, one.result, request))
      sendJson(response, 200, success<UploadPackAnswer>({ files }, request.id))
    } catch (error) {
      if (request.raw.destroyed && !request.raw.complete) return
      const failure = asFailure(error, request, 'a pack of files was not taken')
      await packs
        .refused(caller, failure.reason, pack)
        .catch((problem: unknown) => request.log.error({ err: problem }, 'a refused pack could not be recorded'))
      refuse(failure)
    }
  }
}

function limitConcurrency(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

function sizeOf(request: IncomingMessage): number {
  const size = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (!(size <= maxPackBytes)) throw fail('request.too-large', { limit: `${Math.round(maxPackBytes / 1024)} KiB` })
  return size
}

/** Node reads no more than announced. */
async function receive(request: IncomingMessage, buffer: Buffer): Promise<Buffer> {
  let at = 0
  request.setTimeout(senderTimeoutMs)
  // Events are faster than a loop over the parts.
  request.on('data', (part: Buffer) => (at += part.copy(buffer, at)))
  await finished(request)
  request.setTimeout(0)
  return buffer.subarray(0, at)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // The unread rest of a refused body would be taken for the next request.
    ...(status === 413 ? { connection: 'close' } : {}),
  })
  response.end(JSON.stringify(body))
}
