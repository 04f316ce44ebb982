import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { serviceEndpoints } from '@vermilion/contract/services'
import type { Service, ServiceDraft } from '@vermilion/contract/services'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServerProcess } from '../../../testing/server-process.ts'
import { startTestServer, testPassword, type TestServer } from '../../../testing/start-server.ts'
import { startFakeOpenAi } from '../testing/fake-openai.ts'
import type { FakeService } from '../testing/fake-service.ts'
import { isDatabasePostgres, readWhole } from '../../../testing/test-database.ts'

const { createService, deleteService, listServices, replaceService, testService, tryService } = serviceEndpoints

const secret = 'sk-vermilion-5ecret'

const chatAt = (url: string, more: object = {}, name = 'Large'): ServiceDraft => ({
  kind: 'chat',
  name,
  settings: { url, model: 'large', vision: false, ...more },
})

describe('services', () => {
  let server: TestServer
  let fake: FakeService
  let stranger: FakeService
  let made: Service
  beforeAll(async () => {
    ;[server, fake, stranger] = await Promise.all([
      startTestServer(),
      startFakeOpenAi({ key: secret }),
      startFakeOpenAi(),
    ])
    made = await server.call(createService, { body: chatAt(`${fake.address}/v1`, { key: secret }) })
  })
  afterAll(() => Promise.all([server.stop(), fake.stop(), stranger.stop()]))

  const params = () => ({ serviceId: made.id })

  test('a service is kept without its secret being told', async () => {
    const settings = { url: `${fake.address}/v1`, model: 'large', vision: false }
    expect(made).toMatchObject({ kind: 'chat', name: 'Large', secretSet: true, used: true, updatedBy: 'admin' })
    expect(made.settings).toEqual(settings)
    expect(await server.call(listServices, {})).toEqual([made])
  })

  test('its test calls it with the stored secret, and is remembered until it is changed', async () => {
    const result = await server.call(testService, { params: params() })
    expect(result).toMatchObject({ works: true, facts: { reply: 'ready' } })
    expect((await server.call(listServices, {}))[0]?.lastTest).toEqual(result)
    const body = chatAt(`${fake.address}/v1`, { model: 'small' })
    const changed = await server.call(replaceService, { params: params(), body })
    expect(changed).toMatchObject({ lastTest: null, secretSet: true, settings: { model: 'small' } })
    expect(await server.call(testService, { params: params() })).toMatchObject({ works: true })
  })

  test('the stored secret never goes to another host, neither saved nor tried', async () => {
    const body = chatAt(`${stranger.address}/v1`)
    const again = { reason: 'service.secret-again' }
    await expect(server.call(replaceService, { params: params(), body })).rejects.toMatchObject(again)
    await expect(server.call(tryService, { query: { serviceId: made.id }, body })).rejects.toMatchObject(again)
    expect(stranger.asked).toEqual([])
    const samePlace = chatAt(`${fake.address}/v1/`)
    expect(await server.call(tryService, { query: { serviceId: made.id }, body: samePlace })).toMatchObject({
      works: true,
    })
    const typed = chatAt(`${stranger.address}/v1`, { key: 'typed again' })
    expect(await server.call(tryService, { query: { serviceId: made.id }, body: typed })).toMatchObject({ works: true })
    expect(stranger.asked[0]?.headers.authorization).toBe('Bearer typed again')
    const bare = await server.call(createService, { body: chatAt(`${fake.address}/v1`, {}, 'Bare') })
    const moved = await server.call(replaceService, {
      params: { serviceId: bare.id },
      body: chatAt(stranger.address, {}, 'Bare'),
    })
    expect(moved.settings['url']).toBe(stranger.address)
    await server.call(deleteService, { params: { serviceId: bare.id } })
  })

  test('null removes the secret; a kind that needs one refuses to be without', async () => {
    const body = chatAt(`${stranger.address}/v1`, { key: null })
    expect(await server.call(replaceService, { params: params(), body })).toMatchObject({ secretSet: false })
    const storage: ServiceDraft = {
      kind: 'object-storage',
      name: 'S3',
      settings: { endpoint: fake.address, region: 'r1', bucket: 'pictures', accessKeyId: 'AKIA', pathStyle: true },
    }
    const missing = { reason: 'service.secret-missing' }
    await expect(server.call(createService, { body: storage })).rejects.toMatchObject(missing)
    const settings = { ...storage.settings, secretKey: 'shh' }
    const { id } = await server.call(createService, { body: { ...storage, settings } })
    const without = { ...storage, settings: { ...storage.settings, secretKey: null } }
    await expect(server.call(replaceService, { params: { serviceId: id }, body: without })).rejects.toMatchObject(
      missing,
    )
    const second = { ...storage, name: 'Second', settings }
    expect(await server.call(createService, { body: second })).toMatchObject({ used: true })
    const embeddings = { kind: 'embeddings' as const, settings: { url: fake.address, model: 'small' } }
    await server.call(createService, { body: { ...embeddings, name: 'One' } })
    const single = { reason: 'service.single' }
    await expect(server.call(createService, { body: { ...embeddings, name: 'Two' } })).rejects.toMatchObject(single)
  })

  test('names are given once in a kind; a removed service is gone', async () => {
    const body = chatAt(`${fake.address}/v1`)
    await expect(server.call(createService, { body })).rejects.toMatchObject({ reason: 'service.name-taken' })
    await server.call(deleteService, { params: params() })
    await expect(server.call(deleteService, { params: params() })).rejects.toMatchObject({
      reason: 'service.not-found',
    })
    await expect(server.call(testService, { params: params() })).rejects.toMatchObject({ reason: 'service.not-found' })
  })
})

describe('the environment', () => {
  test('sets up services that come first and cannot be changed', async () => {
    const fake = await startFakeOpenAi({ key: secret })
    const server = await startTestServer({
      environment: {
        VERMILION_CHAT_URL: `${fake.address}/v1`,
        VERMILION_CHAT_KEY: secret,
        VERMILION_CHAT_MODEL: 'small',
        VERMILION_EMBEDDINGS_URL: `${fake.address}/v1`,
        VERMILION_EMBEDDINGS_MODEL: 'small',
      },
    })
    try {
      await server.call(createService, { body: chatAt('http://127.0.0.1:9') })
      const settings = { url: 'http://127.0.0.1:9', model: 'own' }
      await server.call(createService, { body: { kind: 'embeddings', name: 'Own', settings } })
      const [chat, second, embeddings, own] = await server.call(listServices, {})
      expect(chat).toMatchObject({
        secretSet: true,
        used: true,
        variables: { url: 'VERMILION_CHAT_URL', key: 'VERMILION_CHAT_KEY', model: 'VERMILION_CHAT_MODEL' },
      })
      expect(second).toMatchObject({ name: 'Large', variables: null, used: true })
      expect([embeddings?.used, own?.used]).toEqual([true, false])
      const params = { serviceId: chat?.id ?? '' }
      const fixed = { reason: 'service.from-environment' }
      await expect(server.call(replaceService, { params, body: chatAt('http://x') })).rejects.toBeDefined()
      await expect(server.call(replaceService, { params, body: chatAt(`${fake.address}/v1`) })).rejects.toMatchObject(
        fixed,
      )
      await expect(server.call(deleteService, { params })).rejects.toMatchObject(fixed)
      expect(await server.call(testService, { params })).toMatchObject({ works: true })
      expect((await server.call(listServices, {}))[0]?.lastTest).toMatchObject({ works: true })
      const thief = await startFakeOpenAi()
      const body = chatAt(`${thief.address}/v1`)
      await expect(server.call(tryService, { query: params, body })).rejects.toMatchObject({
        reason: 'service.secret-again',
      })
      await thief.stop()
      const usable = await server.app.services.ofKind('chat')
      expect(usable.map(({ settings }) => [settings.model, settings.key])).toEqual([
        ['small', secret],
        ['large', null],
      ])
    } finally {
      await Promise.all([server.stop(), fake.stop()])
    }
  })
})

// A database that several servers share refuses one without its key.
test.skipIf(isDatabasePostgres)('where the key file was lost, a stored secret is asked for again', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-key-'))
  const fake = await startFakeOpenAi({ key: secret })
  const body = chatAt(`${fake.address}/v1`, { key: secret })
  try {
    const previous = await startTestServer({ data })
    const { id } = await previous.call(createService, { body })
    await previous.stop()
    await rm(join(data, 'secret.key'))
    const after = await startTestServer({ data })
    const params = { serviceId: id }
    const unreadable = { reason: 'service.secret-unreadable' }
    expect(await after.call(listServices, {})).toMatchObject([{ id, secretSet: true }])
    await expect(after.call(testService, { params })).rejects.toMatchObject(unreadable)
    await expect(after.call(replaceService, { params, body: chatAt(`${fake.address}/v1`) })).rejects.toMatchObject(
      unreadable,
    )
    await after.call(replaceService, { params, body })
    expect(await after.call(testService, { params })).toMatchObject({ works: true })
    await after.stop()
  } finally {
    await fake.stop()
    await rm(data, { recursive: true, force: true })
  }
})

test('a secret is in no answer, no line of the log and not readable in the data folder', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-secret-'))
  const fake = await startFakeOpenAi({ key: 'another' })
  const server = await startServerProcess(data, {
    VERMILION_LOG_LEVEL: 'trace',
    VERMILION_ADMIN_PASSWORD: testPassword,
    VERMILION_EMBEDDINGS_URL: `${fake.address}/v1`,
    VERMILION_EMBEDDINGS_KEY: `${secret}-of-environment`,
    VERMILION_EMBEDDINGS_MODEL: 'small',
  })
  let visited = server.printed
  for (const stream of [server.child.stdout, server.child.stderr])
    stream?.on('data', (part) => void (visited += String(part)))
  try {
    let authorization = ''
    const send = async (path: string, method = 'GET', body?: object) => {
      const headers = {
        'content-type': 'application/json',
        authorization,
        'x-request-id': crypto.randomUUID().slice(0, 21),
      }
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const text = await (await fetch(`${server.address}${basePath}${path}`, init)).text()
      visited += text
      return JSON.parse(text) as { data: { id: string; token: string } }
    }
    const signedIn = await send('/login/login', 'POST', { username: 'admin', password: testPassword })
    authorization = `Bearer ${signedIn.data.token}`
    const body = chatAt(`${fake.address}/v1`, { key: secret })
    const {
      data: { id },
    } = await send('/services', 'POST', body)
    await send('/services', 'POST', body)
    await send('/services', 'POST', { ...body, settings: { key: secret } })
    await send(`/services/${id}/test`, 'POST')
    await send('/services/test', 'POST', body)
    await send('/services/environment-embeddings/test', 'POST')
    await send('/services')
    expect(visited).toContain('key-refused')
    await expect.poll(() => visited).toContain('/services/environment-embeddings/test')
    await server.end('SIGTERM')
    expect(fake.asked.some(({ headers }) => headers.authorization === `Bearer ${secret}`)).toBe(true)
    expect(visited).not.toContain(secret)
    const retained = await readWhole(data)
    expect(retained.includes('pictures') || retained.includes('Large')).toBe(true)
    expect(retained.includes(secret)).toBe(false)
  } finally {
    server.child.kill('SIGKILL')
    await fake.stop()
    await rm(data, { recursive: true, force: true })
  }
})
