import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fail } from '@vermilion/contract/kernel/errors'
import { nanoid } from 'nanoid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import type { Log } from '#platform/log'
import { createPlatform } from '#platform/platform'
import type { Platform } from '#platform/platform'
import { migrations } from '../../../migrations/index.ts'
import { readConfig } from '../../config.ts'
import { createAudit } from '#platform/audit/audit'
import { createAnswers } from './answers.ts'
import { mediaCookie } from './authentication.ts'
import { createHttp } from './http.ts'
import type { Http } from './http.ts'
import { sendContent } from './range.ts'
import { endpoints } from './testing/endpoints.ts'
import { openForEver } from './testing/open-for-ever.ts'

interface Tables {
  notes: { text: string }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const logged: string[] = []
let folder = ''
let platform: Platform
let http: Http
let origin = ''
let departure: Promise<unknown> | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-http-'))
  const log: Log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const config = readConfig({ VERMILION_DATA: join(folder, 'data') })
  await mkdir(config.data)
  platform = await createPlatform({ config, log, migrations, forward: true })
  const { database, clock } = platform
  await database.query().schema.createTable('notes').addColumn('text', 'text').execute()
  const query = database.query<Tables>()
  const notes = async () => (await query.selectFrom('notes').select('text').execute()).map((note) => note.text)

  await mkdir(join(folder, 'console', 'assets'), { recursive: true })
  await writeFile(join(folder, 'console', 'index.html'), '<html><head></head>console</html>')
  await writeFile(join(folder, 'console', 'assets', 'main-abc123.js'), 'run()')

  const accounts = new Map(['ann', 'bob'].map((id) => [id, { id, username: id, createdAt: clock.time() }]))
  const identify = async (name: string) => {
    const account = accounts.get(name)
    return account === undefined
      ? undefined
      : { account, credential: { kind: 'session' as const, scope: 'full' as const, id: name } }
  }
  http = await createHttp({
    log,
    answers: createAnswers({ database, clock }),
    audit: createAudit({ database, clock }),
    authenticator: {
      byToken: identify,
      byMediaCookie: (value) => identify(value.replace('media-', '')),
      ...openForEver,
    },
    basePath: '/robots',
    console: join(folder, 'console'),
  })
  http.mount(endpoints, {
    async addNote({ body, account }) {
      await query.insertInto('notes').values({ text: body.text }).execute()
      if (body.text === 'refused') throw fail('space.name-taken', { name: 'floor' })
      return { count: (await notes()).length, account: account.username }
    },
    addSlowly: {
      transaction: 'own',
      async handle() {
        await new Promise((resolve) => setTimeout(resolve, 20))
        await query.insertInto('notes').values({ text: 'slow' }).execute()
        return (await notes()).length
      },
    },
    countNotes: async () => (await notes()).length,
    listNotes: async ({ query: { limit } }) => (await notes()).slice(-limit),
    breakDown() {
      throw new Error('secret detail')
    },
    waitForLeaving: async ({ signal }) => {
      await (departure = once(signal, 'abort'))
      throw signal.reason
    },
    content: (call) =>
      sendContent(call, {
        size: 26,
        mediaType: 'text/plain',
        tag: 'v1',
        downloadName: '朱雀 1.txt',
        open: async (range) => Readable.from([alphabet.slice(range?.start, range && range.end + 1)]),
      }),
  })
  http.mountProtocol('/uploads', async (caller, request, reply) => {
    reply.raw.end(`${caller.account.username} ${request.method} ${await text(request.raw)}`)
  })
  origin = await http.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await http.server.close()
  await platform.database.close()
  await rm(folder, { recursive: true })
})

const send = (path: string, init: RequestInit = {}, account = 'ann') => {
  const headers = new Headers(init.headers)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${account}`)
  if (!headers.has('language')) headers.set('language', 'en-us')
  return fetch(`${origin}/robots${path}`, { ...init, headers })
}
const post = (note: unknown, headers: Record<string, string> = {}, path = '/api/v1/notes/here', account = 'ann') =>
  send(
    path,
    { method: 'POST', body: JSON.stringify(note), headers: { 'content-type': 'application/json', ...headers } },
    account,
  )
const notes = async () => ((await (await send('/api/v1/notes?limit=100')).json()) as { data: string[] }).data

test('R7.03 an answer is an envelope with the id of its request, taken over from a usable header', async () => {
  const id = nanoid()
  const input = await send('/api/v1/notes', { headers: { 'x-request-id': id } })
  expect(await input.json()).toMatchObject({ code: 200, message: 'success', requestId: id })
  expect(input.headers.get('x-request-id')).toBe(id)
  const made = await send('/api/v1/notes', { headers: { 'x-request-id': 'short' } })
  expect(((await made.json()) as { requestId: string }).requestId).toMatch(/^[\w-]{21}$/)
})

test('every problem of a request is told by its field, in its language and in no words of a library', async () => {
  const response = await post({ labels: [{ name: '' }] }, { language: 'zh-CN' }, '/api/v1/notes/x')
  const { message, data } = (await response.json()) as { message: string; data: { fields: object } }
  const fields = { 'labels.0.name': '必须至少有 1 个字符', place: '必须至少有 2 个字符', text: '缺失' }
  expect([response.status, message, data.fields]).toEqual([400, '请求无效：place：必须至少有 2 个字符', fields])
})

test('R8.02 failures have the status of their code, in the language of the request', async () => {
  const used = await post({ text: 'refused' }, { language: 'ZH-cn' })
  expect(used.status).toBe(409)
  expect(await used.json()).toMatchObject({
    code: 40911,
    message: '名为 floor 的数据空间已存在',
    data: { error: 'space.name-taken', values: { name: 'floor' } },
  })
  expect(await notes()).not.toContain('refused')
  const large = await post({ text: 'x'.repeat(1_100_000) })
  expect([large.status, await large.json()]).toMatchObject([413, { data: { error: 'request.too-large' } }])
  const garbled = await send('/api/v1/notes/here', {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect([garbled.status, await garbled.json()]).toMatchObject([400, { data: { error: 'request.invalid' } }])
  const unknown = await send('/api/v1/nothing', { method: 'DELETE' })
  expect([unknown.status, await unknown.json()]).toMatchObject([
    404,
    { message: 'There is no DELETE /robots/api/v1/nothing' },
  ])
})

test('an error that nobody expected tells its request id and nothing else', async () => {
  const response = await send('/api/v1/break')
  const body = await response.text()
  expect(response.status).toBe(500)
  expect(body).toContain(`Request failed. Request id ${response.headers.get('x-request-id')}`)
  expect(body).not.toContain('secret')
})

test('the request id that a caller is told finds what happened in the log', async () => {
  const id = nanoid()
  const response = await send('/api/v1/break', { headers: { 'x-request-id': id } })
  expect(await response.json()).toMatchObject({ requestId: id })
  const lines = logged.filter((line) => line.includes(`"requestId":"${id}"`)).map((line) => JSON.parse(line) as object)
  const path: unknown = expect.stringMatching(/v1.break$/)
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, msg: 'a request failed', err: expect.anything() }))
  expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', path, status: 500 }))
})

test('a caller who leaves before the answer is no error', async () => {
  const id = nanoid()
  const leaving = new AbortController()
  const response = send('/api/v1/wait', { headers: { 'x-request-id': id }, signal: leaving.signal })
  while (departure === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
  leaving.abort()
  await expect(response).rejects.toThrow()
  await departure
  await send('/api/v1/notes')
  expect(logged.filter((line) => line.includes(id) && line.includes('"level":50'))).toEqual([])
})

test('R7.02 a call repeated with its request id happens once and is answered alike, for its account alone', async () => {
  const headers = { 'x-request-id': nanoid() }
  const responses = await Promise.all([1, 2, 3].map(async () => (await post({ text: 'once' }, headers)).json()))
  expect(responses[1]).toEqual(responses[0])
  expect(responses[2]).toEqual(responses[0])
  expect((await notes()).filter((note) => note === 'once')).toHaveLength(1)
  expect(await (await post({ text: 'once' }, headers, undefined, 'bob')).json()).toMatchObject({
    data: { account: 'bob' },
  })
  expect((await notes()).filter((note) => note === 'once')).toHaveLength(2)
  expect((await post({ text: 'once' }, headers, '/api/v1/notes/elsewhere')).status).toBe(400)
})

test('R7.02 so does one with transactions of its own', async () => {
  const put = { method: 'PUT', headers: { 'x-request-id': nanoid() } }
  const responses = await Promise.all([1, 2].map(async () => (await send('/api/v1/slow', put)).json()))
  expect(responses[1]).toEqual(responses[0])
  expect((await notes()).filter((note) => note === 'slow')).toHaveLength(1)
})

test('a call that changes nothing is done anew each time', async () => {
  const headers = { 'x-request-id': nanoid() }
  const count = async () => {
    const response = await send('/api/v1/notes/count', { method: 'POST', headers })
    return ((await response.json()) as { data: number }).data
  }
  const first = await count()
  await post({ text: 'one more' })
  expect(await count()).toBe(first + 1)
})

test('a call that failed left nothing and may be tried again with the same id', async () => {
  const headers = { 'x-request-id': nanoid() }
  expect((await post({ text: 'refused' }, headers)).status).toBe(409)
  expect((await post({ text: 'accepted' }, headers)).status).toBe(200)
})

test('raw content is answered whole, in ranges, or as known already', async () => {
  const get = (headers: Record<string, string> = {}) => send('/api/v1/content', { headers })
  const full = await get()
  expect(await full.text()).toBe(alphabet)
  expect(full.headers.get('content-disposition')).toContain("filename*=UTF-8''%E6%9C%B1%E9%9B%80%201.txt")
  const part = async (range: string, more = {}) => {
    const response = await get({ range, ...more })
    return [response.status, response.headers.get('content-range'), await response.text()]
  }
  expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/26', 'cde'])
  expect(await part('bytes=24-99')).toEqual([206, 'bytes 24-25/26', 'yz'])
  expect(await part('bytes=-2')).toEqual([206, 'bytes 24-25/26', 'yz'])
  expect(await part('bytes=26-')).toEqual([416, 'bytes */26', ''])
  expect(await part('bytes=1-2,4-5')).toEqual([200, null, alphabet])
  expect(await part('bytes=2-4', { 'if-range': '"v0"' })).toEqual([200, null, alphabet])
  expect((await get({ 'if-none-match': '"v1"' })).status).toBe(304)
})

test('R6.02 the media cookie opens raw content and nothing else', async () => {
  const headers = { authorization: '', cookie: `${mediaCookie}=media-ann` }
  expect((await send('/api/v1/content', { headers })).status).toBe(200)
  expect((await send('/api/v1/notes', { headers })).status).toBe(401)
  expect((await send('/api/v1/uploads', { headers, method: 'POST' })).status).toBe(401)
})

test('R6.02 a protocol gets the unread request of a signed-in caller', async () => {
  const body = new Uint8Array([72, 105])
  const headers = { 'content-type': 'application/offset+octet-stream' }
  const answered = await send('/api/v1/uploads/1', { method: 'PATCH', body, headers })
  expect(await answered.text()).toBe('ann PATCH Hi')
  expect((await send('/api/v1/uploads/1', { method: 'PATCH', body, headers }, 'nobody')).status).toBe(401)
})

test('the console answers every address of its own, under the base path, and keeps only hashed files', async () => {
  for (const path of ['/', '/login', '/spaces/1/files']) {
    const page = await send(path)
    expect(await page.text()).toBe('<html><head><base href="/robots/"></head>console</html>')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
  }
  const script = await send('/assets/main-abc123.js')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await send('/assets/gone.js')).status).toBe(404)
})

test('a server that stops finishes what is under way, and tells new requests that it stops', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (path: string, method = 'GET') => {
    const headers = { authorization: 'Bearer ann', language: 'en-us' }
    const sent = request(`${origin}/robots/api/v1${path}`, { agent, method, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return JSON.parse(await text(response)) as unknown
  }
  await ask('/notes')
  const underWay = ask('/slow', 'PUT')
  const next = ask('/notes')
  await new Promise((resolve) => setTimeout(resolve, 5))
  const closed = http.server.close()
  expect(await underWay).toMatchObject({ code: 200 })
  expect(await next).toMatchObject({ code: 503, message: 'The server is stopping, please try again in a moment' })
  agent.destroy()
  await closed
})
