import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { callTimeout } from '@vermilion/contract/kernel/endpoint'
import { serviceEndpoints } from '@vermilion/contract/services'
import type { ServiceTrial } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { selfSigned } from '../testing/certificate.ts'
import { startFakeOpenAi } from '../testing/fake-openai.ts'
import { startFake, type FakeService } from '../testing/fake-service.ts'
import { connectionFailure, maxTestSeconds } from './calls/test-failed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function during<Fake extends Pick<FakeService, 'stop'>>(starting: Promise<Fake>): Promise<Fake> {
  const fake = await starting
  onTestFinished(() => fake.stop())
  return fake
}

const chatAt = (url: string, more: object = {}): ServiceTrial => ({
  kind: 'chat',
  settings: { url, model: 'small', vision: false, ...more },
})
const attempt = (body: ServiceTrial) => server.call(serviceEndpoints.tryService, { query: {}, body })

test('nothing listens there', async () => {
  const fake = await startFake(() => ({}))
  await fake.stop()
  const path = new URL(fake.address).host
  expect(await attempt(chatAt(fake.address))).toMatchObject({ failure: 'connection-refused', values: { place: path } })
})

test('a host that does not exist', async () => {
  expect(await attempt(chatAt('http://vermilion.invalid/v1'))).toMatchObject({ failure: 'host-unknown' })
})

test('https where plain HTTP is spoken', async () => {
  const fake = await during(startFake(() => ({ body: '' })))
  expect(await attempt(chatAt(fake.address.replace('http:', 'https:')))).toMatchObject({ failure: 'no-tls' })
})

test('a certificate that nobody vouches for', async () => {
  const secure = createSecureServer(selfSigned, (_, response) => void response.end('{}'))
  secure.listen(0, '127.0.0.1')
  await once(secure, 'listening')
  onTestFinished(() => void secure.close())
  const { port } = secure.address() as AddressInfo
  const result = await attempt(chatAt(`https://127.0.0.1:${port}/v1`, { key: 'a-key' }))
  expect(result).toMatchObject({ failure: 'certificate' })
})

test.each([
  ['ETIMEDOUT', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['ECONNRESET', 'closed'],
])('a connection that breaks with %s is said to be %s', (code, failure) => {
  const error = Object.assign(new Error('broken'), { code })
  const { signal } = new AbortController()
  expect(connectionFailure(error, 'host', signal)).toMatchObject({ failure, values: { place: 'host', detail: code } })
})

test('one that takes too long is given up before the console gives up', async () => {
  expect(maxTestSeconds * 1_000).toBeLessThan(callTimeout)
  const late = AbortSignal.timeout(0)
  await once(late, 'abort')
  expect(connectionFailure(new Error('aborted'), 'host', late)).toMatchObject({ failure: 'timeout' })
})

test.each([
  ['no-http', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['closed', ''],
])('another protocol, or none: %s', async (failure, greeting) => {
  const plain = createServer((socket) => void socket.on('error', () => undefined).end(greeting))
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  onTestFinished(() => void plain.close())
  const { port } = plain.address() as AddressInfo
  expect(await attempt(chatAt(`http://127.0.0.1:${port}`))).toMatchObject({ failure })
})

test('another origin behind a redirect gets neither question nor key', async () => {
  const other = await during(startFakeOpenAi())
  const fake = await during(startFake(() => ({ status: 307, headers: { location: `${other.address}/v1` }, body: '' })))
  const result = await attempt(chatAt(fake.address, { key: 'a-key' }))
  expect(result).toMatchObject({ failure: 'redirected', values: { to: `${other.address}/v1` } })
  expect(other.asked).toEqual([])
})

test('a redirect within the service is followed, and one that leaves it is not', async () => {
  const stats = { system: { comfyui_version: '0.3.75' }, devices: [] }
  const other = await during(startFake(() => ({ body: stats })))
  const fake = await during(
    startFake(({ path }) =>
      path === '/inside/system_stats'
        ? { status: 302, headers: { location: '/system_stats' }, body: '' }
        : path === '/system_stats'
          ? { body: stats }
          : { status: 302, headers: { location: `${other.address}/system_stats` }, body: '' },
    ),
  )
  const at = (url: string): ServiceTrial => ({ kind: 'image-generation', settings: { url, token: 'a-token' } })
  expect(await attempt(at(`${fake.address}/inside`))).toMatchObject({ works: true, facts: { version: '0.3.75' } })
  expect(await attempt(at(`${fake.address}/outside`))).toMatchObject({ works: false, failure: 'redirected' })
  expect(other.asked).toEqual([])
})

test.each([
  'http://169.254.169.254',
  'http://2852039166',
  'http://100.100.100.200',
  'http://168.63.129.16',
  'http://192.0.0.192',
  'http://[fe80::1]',
  'http://[::ffff:169.254.169.254]',
  'http://[::ffff:100.100.100.200]',
  'http://[64:ff9b::169.254.169.254]',
  'http://[::ffff:6464:64c8]',
  'http://[64:ff9b::100.100.100.200]',
  'http://[64:ff9b:1::a9fe:a9fe]',
  'http://[2002:a9fe:a9fe::1]',
  'http://[::169.254.169.254]',
  'http://0xa9.0xfe.0xa9.0xfe',
  'http://0251.0376.0251.0376',
  'http://169.254.43518',
])('the machine’s own credentials at %s are never asked for', async (url) => {
  expect(await attempt(chatAt(url))).toMatchObject({ failure: 'address-forbidden' })
})

test.each(['ftp://host', 'localhost:11434', 'http://user:pass@host/v1', 'http://host/v1?key=1', 'http://host/%zz', ''])(
  '%j is none',
  async (url) => {
    await expect(attempt(chatAt(url))).rejects.toMatchObject({ reason: 'request.invalid' })
  },
)

test.each(['密钥', 'two\r\nlines', 'soft\u00adhyphen'])(
  'a key that no header can carry is refused: %j',
  async (key) => {
    await expect(attempt(chatAt('http://localhost:1/v1', { key }))).rejects.toMatchObject({
      reason: 'request.invalid',
      envelope: { data: { fields: { 'settings.key': expect.any(String) as unknown } } },
    })
  },
)

test('whoever goes away takes the call along', async () => {
  const fake = await during(startFake(() => ({})))
  const removed = new AbortController()
  const asking = server.fetch('/services/test', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(chatAt(fake.address)),
    signal: removed.signal,
  })
  asking.catch(() => undefined)
  await expect.poll(() => fake.asked.length).toBe(1)
  removed.abort()
  await expect.poll(() => fake.givenUp.count).toBe(1)
})
