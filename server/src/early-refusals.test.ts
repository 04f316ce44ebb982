import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from './testing/start-server.ts'
import type { TestServer } from './testing/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function sendBytes(bytes: string) {
  const { port, hostname } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, envelope: JSON.parse(body) as object }
}

test('R7.03 R8.02 what no route hears of is refused in the envelope, with an id and in the language of who asks', async () => {
  const long = await server.fetch(`/spaces/${'x'.repeat(200)}`, { headers: { 'accept-language': 'en-GB' } })
  expect([long.status, await long.json()]).toMatchObject([
    414,
    { code: 414, message: 'The address is too long', data: { error: 'request.address-too-long' } },
  ])
  expect(long.headers.get('x-request-id')).toMatch(/^[\w-]{21}$/)
  const broken = await server.fetch('/spaces/%E0%A4%A', { headers: { language: 'en-us' } })
  expect([broken.status, await broken.json()]).toMatchObject([400, { data: { error: 'request.invalid' } }])
  const large = await sendBytes(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)
  expect(large).toMatchObject({ status: 431, envelope: { code: 431, message: '请求头过大' } })
  expect(large.head).toMatch(/x-request-id: [\w-]{21}/)
  const garbled = await sendBytes('GET / HTTP/1.1\r\nLanguage: en-us\r\nHost x\r\n\r\n')
  expect(garbled).toMatchObject({ status: 400, envelope: { code: 400, data: { error: 'request.invalid' } } })
  expect(garbled.envelope).toHaveProperty('message', expect.stringMatching(/^The request is not valid/))
})

test('R8.02 every refusal has the headers of all answers, and is kept by nobody on the way', async () => {
  const { port, hostname } = new URL(server.address)
  const headOf = async (lines: readonly string[]) => {
    const socket = connect(Number(port), hostname)
    socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
    return ((await text(socket)).split('\r\n\r\n')[0] ?? '').toLowerCase()
  }
  const get = 'GET /api/v1/spaces HTTP/1.1'
  const requests: [number, string[]][] = [
    [400, ['GET / HTTP/1.1', 'Host x']],
    [400, [get, 'x-no: host']],
    [400, ['GET /api/v1/spaces/%E0%A4%A HTTP/1.1', 'host: x']],
    [400, [get, 'host: x', 'expect: the-unexpected']],
    [401, [get, 'host: x']],
    [404, ['GET /api/v1/nowhere HTTP/1.1', 'host: x']],
    [404, ['PROPFIND /api/v1/spaces HTTP/1.1', 'host: x']],
    [413, ['POST /api/v1/login/login HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 99999']],
    [414, [`GET /api/v1/spaces/${'x'.repeat(300)} HTTP/1.1`, 'host: x']],
    [431, [get, 'host: x', `x-large: ${'x'.repeat(40_000)}`]],
    [401, ['PATCH /api/v1/uploads/aaaaaaaaaaaaaaaaaaaaa HTTP/1.1', 'host: x']],
    [401, ['POST /api/2.0/mlflow/runs/create HTTP/1.1', 'host: x']],
  ]
  for (const [status, lines] of requests) {
    const head = await headOf(lines)
    expect([lines[0], head]).toEqual([lines[0], expect.stringContaining(`http/1.1 ${status} `)])
    for (const header of [
      "content-security-policy: default-src 'self'",
      'x-content-type-options: nosniff',
      'x-frame-options: sameorigin',
      'referrer-policy: no-referrer',
      'cache-control: no-store',
    ])
      expect([lines[0], head]).toEqual([lines[0], expect.stringContaining(header)])
  }
  const listed = await server.fetch('/spaces')
  expect(listed.headers.get('cache-control')).toBe('no-store')
})

test('R9.04 messages are in the language that is asked for: by the header, else as the browser says, else Chinese', async () => {
  const messageFor = async (headers: Record<string, string>) => {
    const response = await server.fetch('/spaces/none', { headers })
    return ((await response.json()) as { message: string }).message
  }
  const [en, zh] = ['This data space no longer exists', '该数据空间已不存在']
  const cases: [Record<string, string>, string][] = [
    [{}, zh],
    [{ 'accept-language': '*' }, zh],
    [{ 'accept-language': 'en' }, en],
    [{ 'accept-language': 'fr-FR, de;q=0.9' }, zh],
    [{ 'accept-language': 'de, zh-TW;q=0.3, en-GB;q=0.7' }, en],
    [{ 'accept-language': 'en;q=0, zh-Hans' }, zh],
    [{ 'accept-language': 'en;q=x, zh' }, zh],
    [{ 'accept-language': 'en', language: 'zh-cn' }, zh],
    [{ 'accept-language': 'zh', language: 'fr-fr' }, en],
  ]
  for (const [headers, message] of cases) expect([headers, await messageFor(headers)]).toEqual([headers, message])
})

test('R7.05 lists take pages and orders by one rule, and refuse the words of others with what to say instead', async () => {
  const refused = ['limit=0', 'limit=-1', 'limit=501', 'limit=1e9', 'limit=x', 'sort=colour', 'cursor=@', 'pageSize=-1']
  for (const query of [...refused, 'pageSize=1e9', 'page=2', 'per_page=5', 'order=asc', 'orderBy=name', 'offset=5']) {
    const response = await server.fetch(`/spaces?${query}`)
    const [name = ''] = query.split('=')
    expect([query, response.status, await response.json()]).toMatchObject([
      query,
      400,
      { data: { error: 'request.invalid', ...(name === 'cursor' ? {} : { fields: { [name]: expect.any(String) } }) } },
    ])
  }
  for (const limit of [1, 500])
    expect(await server.call(spaceEndpoints.listSpaces, { query: { limit, sort: '-createdAt' } })).toHaveProperty(
      'items',
    )
  expect(await server.call(settingsEndpoints.health, {})).toMatchObject({ status: 'ok' })
})
