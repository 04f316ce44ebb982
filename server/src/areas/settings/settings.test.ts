import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { isDatabasePostgres } from '../../testing/test-database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('R6.02 health answers without a token', async () => {
  const { health } = settingsEndpoints
  expect(await server.call(health, {}, { authorization: '' })).toEqual({
    status: 'ok',
    version: '0.1.0',
    role: 'leader',
  })
})

test('R6.02 a server without its database lives on and is not ready', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-probes-'))
  const away = await startTestServer({ data })
  const statuses = () =>
    Promise.all(['live', 'ready'].map(async (path) => (await away.fetch(`/health/${path}`)).status))
  try {
    expect(await statuses()).toEqual([200, 200])
    await away.platform.database.close()
    expect(await statuses()).toEqual([200, 503])
  } finally {
    // Its database is closed already.
    await away.stop().catch(() => {})
    await rm(data, { recursive: true })
  }
})

test('R7.01 R7.05 the OpenAPI document describes every endpoint by the schemas that check it', async () => {
  const response = await server.fetch('/openapi.json')
  const document = (await response.json()) as {
    openapi: string
    servers: { url: string }[]
    components: { schemas: Record<string, object> }
    paths: Record<string, Record<string, { operationId: string; requestBody?: object; parameters: object[] }>>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: '/api/v1' }])
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const declared = Object.values(endpointAreas).flatMap((area) => Object.values<Endpoint>(area))
  expect(described.toSorted()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).toSorted())
  expect(document.paths['/login/login']?.['post']).toMatchObject({
    operationId: 'login',
    security: [],
    requestBody: {
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Credentials' },
        },
      },
    },
    responses: { '403': {}, '429': {} },
  })
  expect(document.components.schemas['Credentials']).toMatchObject({
    required: ['username', 'password'],
    properties: { password: { type: 'string', minLength: 1 } },
  })
})

test('R6.02 R7.05 the same can be read, signed in, as a page that loads nothing from elsewhere', async () => {
  const docs = `${server.address}/api/docs`
  expect((await fetch(docs)).status).toBe(401)
  const response = await fetch(docs, { headers: { authorization: `Bearer ${server.token}` } })
  const page = await response.text()
  expect(page).toContain('<code>/login/login</code>')
  expect(page).toContain("curl -X POST 'http://")
  expect(page).not.toMatch(/<script|<link|(?:src|href)="?https?:|url\(/)
})

test('R1.10 R7.05 the page speaks the language that the address, the header or the browser asks for', async () => {
  const read = async (query: string, headers: Record<string, string> = {}) => {
    const sent = { authorization: `Bearer ${server.token}`, ...headers }
    return (await fetch(`${server.address}/api/docs${query}`, { headers: sent })).text()
  }
  const english = 'Sign in: a token for the Authorization header, and the account'
  const chinese = '登录：返回用于 Authorization 请求头的令牌和账号'
  expect(await read('?lang=en-US')).toContain(english)
  expect(await read('?lang=zh-CN', { 'accept-language': 'en' })).toContain(chinese)
  expect(await read('', { 'accept-language': 'en-GB,en;q=0.9' })).toContain(english)
  expect(await read('', { 'accept-language': 'en', language: 'zh-cn' })).toContain(chinese)
  const dark = await read('?lang=zh-CN&theme=dark')
  expect(dark).toContain('<html lang="zh-CN" data-theme="dark">')
  for (const { path } of Object.values(endpointAreas).flatMap((area) => Object.values<Endpoint>(area)))
    expect(dark).toContain(`<code>${path}</code>`)
  for (const area of Object.keys(endpointAreas)) expect(dark).toMatch(new RegExp(`<h2 id="${area}">[^<]*[一-鿿]`))
  expect(dark).toContain('<code>{object-storage}.settings.secretKey</code>')
  expect(dark).toContain('<td>1–8000 个字符')
  expect(dark).toContain('<code>items[].program</code><td><code>string | null</code>')
  expect(dark).not.toContain('string,')
  expect(await read('?lang="><script>&theme="><script>')).not.toContain('<script')
  const twice = await read('?lang=zh-CN&lang=zh-CN&theme=dark&theme=dark', { 'accept-language': 'en' })
  expect(twice.slice(0, 100)).toContain('<html lang="en-US"><head>')
})

test('metrics are for this machine, and through a proxy for whoever is signed in', async () => {
  const metrics = (headers: Record<string, string> = {}) => fetch(`${server.address}/metrics`, { headers })
  expect(await (await metrics()).text()).toContain('http_request_duration_seconds_count')
  const proxied = { 'x-forwarded-for': '203.0.113.5' }
  expect((await metrics(proxied)).status).toBe(401)
  expect((await metrics({ ...proxied, authorization: `Bearer ${server.token}` })).status).toBe(200)
  const renewed = await server.fetch('/accounts/me')
  const cookie = renewed.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (const path of ['/metrics', '/api/docs', '/api/v1/openapi.json']) {
    const page = await fetch(server.address + path, { headers: { ...proxied, cookie } })
    expect([path, page.status]).toEqual([path, 200])
  }
})

describe('the settings of the server', () => {
  const { getSettings, changeSettings, about } = settingsEndpoints

  test('R2.14 areas can be disabled, and a default brought back', async () => {
    const variable = 'VERMILION_DISABLED_AREAS'
    const previous = await server.call(getSettings, {})
    expect(previous.disabledAreas).toEqual({ value: [], source: 'default', variable })
    const changed = await server.call(changeSettings, { body: { disabledAreas: ['board', 'resource'] } })
    expect(changed.disabledAreas).toEqual({ value: ['board', 'resource'], source: 'database', variable })
    expect(changed.sessionDays).toEqual(previous.sessionDays)
    expect(server.app.settings.value('disabledAreas')).toEqual(['board', 'resource'])
    expect((await server.fetch('/tasks')).status).toBe(200)
    expect(await server.call(changeSettings, { body: { disabledAreas: null } })).toEqual(previous)
    expect(server.app.settings.value('disabledAreas')).toEqual([])
    await expect(
      server.call(changeSettings, { body: { disabledAreas: ['welcome' as 'board'] } }),
    ).rejects.toMatchObject({
      reason: 'request.invalid',
    })
    await expect(server.call(changeSettings, { body: { sessionDays: 0 } })).rejects.toMatchObject({
      reason: 'request.invalid',
    })
  })

  test('the environment overrides what is stored, and says so', async () => {
    const data = await mkdtemp(join(tmpdir(), 'vermilion-'))
    const stored = await startTestServer({ data })
    await stored.call(changeSettings, { body: { disabledAreas: ['space'], sessionDays: 10 } })
    await stored.stop()
    const environment = { VERMILION_DISABLED_AREAS: 'board, model', VERMILION_SESSION_IDLE_DAYS: '2' }
    const overridden = await startTestServer({ data, environment })
    try {
      expect(await overridden.call(getSettings, {})).toEqual({
        disabledAreas: { value: ['board', 'model'], source: 'environment', variable: 'VERMILION_DISABLED_AREAS' },
        sessionIdleDays: { value: 2, source: 'environment', variable: 'VERMILION_SESSION_IDLE_DAYS' },
        sessionDays: { value: 10, source: 'database', variable: 'VERMILION_SESSION_DAYS' },
        modelHub: { value: 'https://huggingface.co', source: 'default', variable: 'VERMILION_MODEL_HUB' },
      })
      const change = overridden.call(changeSettings, { body: { sessionDays: 20, disabledAreas: [] } })
      await expect(change).rejects.toMatchObject({ reason: 'setting.from-environment' })
      expect((await overridden.call(getSettings, {})).sessionDays.value).toBe(10)
    } finally {
      await overridden.stop()
      await rm(data, { recursive: true, force: true })
    }
  })

  test('sessions end after the days that are set, at once for those that are open', async () => {
    let now = Date.now()
    const moving = await startTestServer({ clock: clockOf(() => now) })
    try {
      now += 6 * 24 * 3_600_000
      const request = () => moving.fetch('/settings').then(({ status }) => status)
      expect(await request()).toBe(200)
      await moving.call(changeSettings, { body: { sessionIdleDays: 5 } })
      expect(await request()).toBe(200)
      now += 5.1 * 24 * 3_600_000
      expect(await request()).toBe(401)
    } finally {
      await moving.stop()
    }
  })

  test('the server says what it is', async () => {
    const reported = await server.call(about, {})
    expect(reported).toMatchObject({ version: '0.1.0', node: process.versions.node, dataFolder: server.data })
    expect(reported.database).toMatch(isDatabasePostgres ? /^PostgreSQL 1\d/ : /^SQLite 3\./)
    expect(reported.disk?.free).toBeGreaterThan(0)
  })
})
