import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Account } from '@vermilion/contract/accounts'
import { modelEndpoints } from '@vermilion/contract/models'
import { modelFetchEndpoints } from '@vermilion/contract/models/fetches'
import type { ModelFetch } from '@vermilion/contract/models/fetches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../../testing/client.ts'
import { startTestServer } from '../../../../testing/start-server.ts'
import type { TestServer } from '../../../../testing/start-server.ts'
import { createModelFiles } from '../../testing/model-files.ts'
import { foreignDetector } from '../../testing/onnx.ts'
import { fileNameOf } from './address.ts'
import { fetchFile } from './fetch-file.ts'
import { readRows } from '../../../../testing/test-database.ts'

const { fetchModelFile, getModelFetch } = modelFetchEndpoints

const content = Buffer.concat([foreignDetector('v8')])
const ranges: (string | undefined)[] = []
let cuts = 1
const host = createServer((request, response) => {
  if (request.url === '/never.onnx') return void response.writeHead(200).write('x')
  if (request.url === '/missing.onnx') return void response.writeHead(404).end()
  if (request.url === '/moved.onnx') return void response.writeHead(302, { location: '/best.onnx' }).end()
  if (request.url === '/inward.onnx') return void response.writeHead(302, { location: 'http://10.0.0.1/x' }).end()
  const { range } = request.headers
  ranges.push(range)
  const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
  const rest = content.subarray(from)
  response.writeHead(from > 0 ? 206 : 200, {
    etag: '"one"',
    'content-length': rest.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
  })
  if (cuts > 0) {
    cuts -= 1
    response.write(rest.subarray(0, 100), () => setTimeout(() => response.destroy(), 500))
  } else response.end(rest)
})

let server: TestServer
let address: string
let spaceId: string
beforeAll(async () => {
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const port = (host.address() as AddressInfo).port
  address = `http://127.0.0.1:${port}`
  server = await startTestServer({ environment: { VERMILION_MODEL_HOSTS: `127.0.0.1:${port}` } })
  spaceId = (await createModelFiles(server, 'onnx')).spaceId
})
afterAll(async () => {
  await server.stop()
  host.closeAllConnections()
  host.close()
})

async function fetched(from: string): Promise<ModelFetch> {
  const { id: fetchId } = await server.call(fetchModelFile, { body: { address: from, spaceId } })
  const state = () => server.call(getModelFetch, { params: { fetchId } })
  await expect.poll(async () => (await state()).status).not.toBe('fetching')
  return state()
}

test('R3.12 R2.33 a model file is fetched from an address, goes on after a break, and is inspected like any other', async () => {
  const file = await fetched(`${address}/moved.onnx?download=true`)
  expect(file).toMatchObject({ status: 'ready', done: content.length, total: content.length, error: null })
  expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(file.path).toMatch(/^fetched\/[\w-]+\/moved\.onnx$/)
  expect(ranges).toEqual([undefined, 'bytes=100-'])
  const fileId = file.fileId ?? ''
  expect(await server.call(modelEndpoints.inspectModelFile, { body: { fileId } })).toMatchObject({
    dialect: 'ultralytics',
  })
})

test.each([
  ['/missing.onnx', /HTTP 404/],
  ['/inward.onnx', /10\.0\.0\.1/],
])('R3.12 what %s leads to is told', async (path, text) => {
  const { status, error } = await fetched(address + path)
  expect(status).toBe('failed')
  expect(error?.en).toMatch(text)
})

test.each([
  'http://127.0.0.1:1/x.onnx',
  'http://[::1]/x.onnx',
  'http://192.168.1.9/x.onnx',
  'http://localhost:1/x.onnx',
])('R8.06 %s lies in a private network and is not asked', async (inside) => {
  const { status, error } = await fetched(inside)
  expect(status).toBe('failed')
  expect(error?.en).toContain('VERMILION_MODEL_HOSTS')
})

test.each(['file:///etc/passwd', 'ftp://example.com/x.onnx', 'http://user:secret@example.com/x.onnx', 'x.onnx'])(
  '%s is no address',
  async (wrong) => {
    const call = server.call(fetchModelFile, { body: { address: wrong, spaceId } })
    expect(await reasonOf(call)).toBe('request.invalid')
  },
)

test('names of files come from addresses, and lead nowhere else', () => {
  expect(fileNameOf('https://hub.example/a/b/best.onnx?x=1')).toBe('best.onnx')
  expect(fileNameOf('https://hub.example/a/..%2F..%2Fetc%2Fpasswd')).toBe('etc-passwd')
  expect(fileNameOf('https://hub.example/%E6%A8%A1%E5%9E%8B%zz.onnx')).toBe('模型zz.onnx')
  expect(fileNameOf('https://hub.example/m%FF.onnx')).toBe('m-FF.onnx')
  expect(fileNameOf('https://hub.example/')).toBe('model.onnx')
})

test('R8.06 what is secret of an address is told to nobody, and only who began a fetch sees it', async () => {
  const file = await fetched(`${address}/best.onnx?token=secret`)
  expect(file).toMatchObject({ status: 'ready', address: `${address}/best.onnx` })
  const rows = await readRows(server.data, `select address from "modelFetches" where status <> 'fetching'`)
  expect(JSON.stringify(rows)).toContain('/best.onnx')
  expect(JSON.stringify(rows)).not.toContain('?')
  const other = server.app.models.fetches.get(file.id, { username: 'other' } as Account)
  await expect(other).rejects.toMatchObject({ reason: 'model-fetch.not-found' })
})

test('R3.12 a file that the disk has no room for is not fetched', async () => {
  const fetchOf = (free: number) =>
    fetchFile({
      address: `${address}/best.onnx`,
      mayBeInternal: () => true,
      target: join(server.data, 'no-room.part'),
      signal: new AbortController().signal,
      patience: 1,
      freeSpace: async () => free,
      known: () => undefined,
      identified: async () => undefined,
      advanced: () => undefined,
    })
  await expect(fetchOf(content.length - 1)).rejects.toMatchObject({ reason: 'model-fetch.no-space' })
  await expect(fetchOf(content.length)).resolves.toBeUndefined()
})

test('an account has a few fetches under way at once', async () => {
  const begin = () => server.call(fetchModelFile, { body: { address: `${address}/never.onnx?key=1`, spaceId } })
  const started = [await begin(), await begin(), await begin(), await begin()]
  expect(started.map((one) => one.address)).toEqual(started.map(() => `${address}/never.onnx`))
  expect(await reasonOf(begin())).toBe('model-fetch.too-many')
})
