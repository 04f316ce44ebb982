import { randomBytes } from 'node:crypto'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginUpload, sendBytes, uploadAddress } from '../../../testing/upload.ts'

let server: TestServer
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  const body = { name: 'space', path: 'space' }
  spaceId = (await server.call(spaceEndpoints.createSpace, { body })).id
})
afterAll(() => server.stop())

const text = (value: string) => new TextEncoder().encode(value)

async function files() {
  const query = { recursive: 'true', limit: 500 } as const
  return (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })).items
}
async function contentOf(path: string) {
  const file = (await files()).find((candidate) => candidate.path === path)
  return new Uint8Array(await (await server.fetch(`/files/${file?.id}/content`)).arrayBuffer())
}

test('what the protocol does not offer is refused in its own words', async () => {
  const partial = await beginUpload(server, { spaceId, path: 'part.bin' }, 4, { 'upload-concat': 'partial' })
  expect([partial.status, await partial.text()]).toEqual([501, expect.stringMatching(/concatenation/i)])
  expect(partial.headers.get('tus-resumable')).toBe('1.0.0')
  expect((await files()).map(({ path }) => path)).not.toContain('part.bin')
})

test('a client behind a proxy that lets POST alone through names its method in a header', async () => {
  const content = randomBytes(70_000)
  const address = uploadAddress(await beginUpload(server, { spaceId, path: 'override.bin' }, content.length))
  const post = (method: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    server.fetch(address, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'x-http-method-override': method, ...headers },
      ...(body && { body }),
    })
  const patch = (offset: number, part: Uint8Array<ArrayBuffer>) =>
    post('PATCH', { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }, part)
  expect((await patch(0, content.subarray(0, 10))).status).toBe(204)
  const head = await post('HEAD')
  expect([head.status, head.headers.get('upload-offset'), await head.text()]).toEqual([200, '10', ''])
  expect((await patch(10, content.subarray(10))).status).toBe(204)
  expect(await contentOf('override.bin')).toEqual(new Uint8Array(content))
  const dropped = uploadAddress(await beginUpload(server, { spaceId, path: 'dropped.bin' }, 4))
  const remove = () =>
    server.fetch(dropped, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'x-http-method-override': 'DELETE' },
    })
  expect((await remove()).status).toBe(204)
  expect((await sendBytes(server, dropped, 0, text('this'))).status).toBe(404)
  const small = uploadAddress(await beginUpload(server, { spaceId, path: 'whole.txt' }, 4))
  const complete = await server.fetch(small, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'x-http-method-override': 'PATCH',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: text('this'),
  })
  expect(complete.status).toBe(204)
  expect(await contentOf('whole.txt')).toHaveLength(4)
})
