import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { fileEndpoints } from '@vermilion/contract/files'
import { hostEndpoints, transferKinds } from '@vermilion/contract/monitoring/hosts'
import type { TransferKind } from '@vermilion/contract/monitoring/hosts'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSocketTraffic } from '#platform/socket-traffic'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { picture } from '../../datasets/testing/pictures.ts'
import { transfersOf } from './transfers.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ monitoring: { interval: 50 } })))
afterAll(() => server.stop())

const mebibyte = 1024 ** 2

async function total(kind: TransferKind): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text()
  const pattern = new RegExp(`^vermilion_transfer_bytes_total\\{kind="${kind}"\\} ([\\d.e+]+)$`, 'm')
  return Number(pattern.exec(text)?.[1] ?? Number.NaN)
}

function expectBytes(counted: number, bytes: number): void {
  expect(counted).toBeGreaterThanOrEqual(bytes)
  expect(counted).toBeLessThan(bytes + 20_000)
}

test('R1.08 R2.34 bytes that people send, fetch and look at are counted by what they are, and drawn over time', async () => {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'a', path: 'a' } })
  const content = randomBytes(3 * mebibyte)
  await upload(server, { spaceId, path: 'a.bin' }, content, mebibyte)
  const own = await picture(1)
  await upload(server, { spaceId, path: 'b.png' }, own)
  expectBytes(await total('upload'), content.length + own.length)
  expect(await total('download')).toBe(0)

  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const idOf = (name: string) => items.find((file) => file.name === name)!.id
  const bytesOf = async (path: string) => (await (await server.fetch(path)).arrayBuffer()).byteLength
  expect(await bytesOf(`/files/${idOf('a.bin')}/content`)).toBe(content.length)
  await expect.poll(() => total('download')).toBeGreaterThan(content.length)
  expectBytes(await total('download'), content.length)
  const visited = await bytesOf(`/files/${idOf('b.png')}/thumbnail?size=256`)
  await expect.poll(() => total('image')).toBeGreaterThan(visited)
  expectBytes(await total('image'), visited)

  const highestOf = async (kind: TransferKind) => {
    const query = { from: new Date(Date.now() - 600_000).toISOString(), points: 60 }
    const { series } = await server.call(hostEndpoints.getHostHistory, { params: { hostId: 'server' }, query })
    return Math.max(...(series.find(({ name }) => name === `transfer/${kind}`)?.highest ?? []).map((one) => one ?? 0))
  }
  for (const kind of ['upload', 'download', 'image'] as const)
    await expect.poll(() => highestOf(kind), { message: kind }).toBeGreaterThan(0)
  for (const kind of transferKinds) expect(await total(kind), kind).not.toBeNaN()
})

test('a fetch counts while it is under way, as far as it has come', async () => {
  const { items } = await server.call(spaceEndpoints.listSpaces, { query: {} })
  const spaceId = items[0]!.id
  const content = randomBytes(24 * mebibyte)
  await upload(server, { spaceId, path: 'large.bin' }, content)
  const page = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const { id } = page.items.find(({ name }) => name === 'large.bin')!
  const previous = await total('download')
  const response = await server.fetch(`/files/${id}/content`)
  const reader = response.body!.getReader()
  await reader.read()
  await expect.poll(() => total('download')).toBeGreaterThan(previous)
  await reader.cancel()
  await expect.poll(() => total('download')).toBeLessThan(previous + content.length + 20_000)
})

test('R1.08 what goes through connections is counted while they are open and afterwards', async () => {
  const accepted: Socket[] = []
  const listening = createServer((socket) => {
    accepted.push(socket)
    socket.on('data', (bytes) => socket.write(bytes))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of accepted) socket.destroy()
    listening.close()
  })
  await once(listening, 'listening')
  const traffic = createSocketTraffic()
  for (const size of [1_000, 50_000]) {
    const { received, sent } = traffic.total()
    const socket = createConnection((listening.address() as AddressInfo).port, '127.0.0.1')
    traffic.add(socket)
    socket.resume().write(Buffer.alloc(size))
    const expected = { received: received + size, sent: sent + size }
    await expect.poll(traffic.total).toEqual(expected)
    socket.destroy()
    await once(socket, 'close')
    expect(traffic.total()).toEqual(expected)
  }
})

test('what is transferred is told by the route, behind a proxy too', () => {
  const counted = (method: string, route: string) =>
    transfersOf({ method, route })
      .map(({ kind }) => kind)
      .join(' ')
  expect(counted('PATCH', '/api/v1/uploads/*')).toBe('upload')
  expect(counted('PUT', '/api/v1/devices/:deviceId/files/uploads')).toBe('upload')
  expect(counted('GET', '/base/api/v1/files/:fileId/tile')).toBe('image')
  expect(counted('GET', '/api/v1/devices/:deviceId/files/content')).toBe('download')
  expect(counted('GET', '/api/v1/exports/:exportId/file')).toBe('download')
  expect(counted('GET', '/api/v1/archives/:archiveId')).toBe('download')
  expect(counted('POST', '/base/api/v1/enrolment')).toBe('device-received device-sent')
  expect(counted('GET', '/api/v1/spaces')).toBe('')
})
