import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createDiskBlobs } from '../disk.ts'
import { hasCode } from '../folder-file.ts'

export interface BlobServer {
  readonly address: string
  readonly requests: Map<string, number>
  fileOf(store: string, checksum: string): string
  close(): Promise<void>
}

/** A service that keeps blobs in a folder of its own, and is reached over HTTP alone: `/store/checksum`, and `/store/` lists. */
export async function startBlobServer(folder: string): Promise<BlobServer> {
  const requests = new Map<string, number>()
  const blobsOf = (store: string) => createDiskBlobs(join(folder, store))
  const server = createServer((request, response) => {
    const method = request.method ?? ''
    requests.set(method, (requests.get(method) ?? 0) + 1)
    const [, store = '', checksum = ''] = (request.url ?? '').split('/')
    respond({ blobs: blobsOf(store), checksum, request, response }).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(hasCode(error, 'ENOENT') ? 404 : 500)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fileOf: (store, checksum) => blobsOf(store).fileOf(checksum),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Exchange {
  readonly blobs: ReturnType<typeof createDiskBlobs>
  readonly checksum: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function respond({ blobs, checksum, request, response }: Exchange): Promise<void> {
  const { method } = request
  if (checksum === '') {
    for await (const { reclaimable: _reclaimable, ...blob } of blobs.list()) response.write(`${JSON.stringify(blob)}\n`)
    return void response.end()
  }
  if (method === 'PUT') await blobs.put(request, { checksum })
  if (method === 'DELETE') await blobs.delete(checksum)
  if (method === 'PUT' || method === 'DELETE') return void response.writeHead(204).end()
  const blob = await blobs.stat(checksum)
  if (blob === undefined) return void response.writeHead(404).end()
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const range = start === undefined ? undefined : { start: Number(start), end: Math.min(Number(end), blob.size - 1) }
  response.writeHead(range === undefined ? 200 : 206, {
    'content-length': range === undefined ? blob.size : range.end - range.start + 1,
    'x-put-at': blob.putAt,
  })
  if (method === 'HEAD') return void response.end()
  await pipeline(await blobs.open(checksum, range), response)
}
