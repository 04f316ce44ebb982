import type { ServiceTrial } from '@vermilion/contract/services'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { startFakeOpenAi } from '../testing/fake-openai.ts'
import { startFakeS3 } from '../testing/fake-s3.ts'
import { startFake, type FakeService, type ReceivedRequest } from '../testing/fake-service.ts'

const { tryService } = serviceEndpoints

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

const attempt = (body: ServiceTrial) => server.call(tryService, { query: {}, body })
const chatAt = (url: string, more: object = {}): ServiceTrial => ({
  kind: 'chat',
  settings: { url, model: 'small', vision: false, ...more },
})

describe('a chat model', () => {
  test('R2.14 is asked for a word, and for the colour of an image where it sees', async () => {
    const fake = await during(startFakeOpenAi({ key: 'right' }))
    const result = await attempt(chatAt(`${fake.address}/v1`, { key: 'right', vision: true }))
    expect(result).toMatchObject({ works: true, failure: null })
    expect(result.facts).toEqual({ reply: 'ready', models: 'small, large', seen: 'Red' })
    expect(result.milliseconds).toBeGreaterThanOrEqual(0)
    const image = fake.asked.map(({ body }) => body).find((body) => body.includes('image_url')) ?? ''
    expect(image).toMatch(/data:image\/png;base64,iVBORw0KGgo/)
  })

  test('a wrong key, a missing key and a missing model are told apart, with what there is', async () => {
    const fake = await during(startFakeOpenAi({ key: 'right' }))
    const url = `${fake.address}/v1`
    const wrong = await attempt(chatAt(url, { key: 'wrong-key-71' }))
    expect(wrong).toMatchObject({ works: false, failure: 'key-refused', values: { status: '401' } })
    expect(wrong.values['said']).toBe('Incorrect API key provided: ***.')
    expect(await attempt(chatAt(url))).toMatchObject({ failure: 'key-needed' })
    const unknown = await attempt(chatAt(url, { key: 'right', model: 'huge' }))
    expect(unknown).toMatchObject({ failure: 'model-missing', values: { model: 'huge', models: 'small, large' } })
  })

  test('an address without /v1 leads to the one that answers', async () => {
    const fake = await during(startFakeOpenAi())
    const suggestion = `${fake.address}/v1`
    expect(await attempt(chatAt(fake.address))).toMatchObject({ failure: 'path-wrong', values: { suggestion } })
  })

  test('a model that refuses images is said to do so, and only that', async () => {
    const fake = await during(startFakeOpenAi({ sees: false }))
    const result = await attempt(chatAt(`${fake.address}/v1`, { vision: true }))
    expect(result).toMatchObject({ failure: 'image-refused', values: { model: 'small', status: '400' } })
    expect(result.values['said']).toContain('does not support image input')
  })

  test('a model that says nothing does not work', async () => {
    const fake = await during(startFakeOpenAi({ reply: '  ' }))
    expect(await attempt(chatAt(`${fake.address}/v1`))).toMatchObject({ works: false, failure: 'reply-empty' })
  })

  test.each<[string, ReceivedRequest, string]>([
    ['a page', { body: '<html><title>nginx</title><h1>Welcome</h1></html>' }, 'not-openai'],
    ['other JSON', { body: { hello: 1 } }, 'not-openai'],
    ['nothing at the path', { status: 404, body: 'not found' }, 'not-openai'],
    ['a used-up credit', { status: 429, body: { error: { message: 'quota exceeded' } } }, 'limited'],
    ['a ban', { status: 403, body: { error: { message: 'not allowed' } } }, 'forbidden'],
    ['a failure of its own', { status: 503, body: { message: 'out of memory' } }, 'failed'],
    ['another refusal', { status: 422, body: { detail: 'bad field' } }, 'refused'],
    ['too much', { body: 'x'.repeat(5 * 1_048_576) }, 'too-large'],
  ])('%s is told for what it is', async (_, reported, failure) => {
    const fake = await during(startFake(() => reported))
    const result = await attempt(chatAt(`${fake.address}/v1`, { key: 'a-key' }))
    expect(result).toMatchObject({ works: false, failure })
    expect(result.facts).toEqual({})
  })
})

describe('the other kinds', () => {
  test('embeddings tell how long their vectors are', async () => {
    const fake = await during(startFakeOpenAi())
    const settings = { url: `${fake.address}/v1`, model: 'small' }
    expect(await attempt({ kind: 'embeddings', settings })).toMatchObject({ works: true, facts: { dimensions: '384' } })
    const missing = await attempt({ kind: 'embeddings', settings: { ...settings, model: 'none' } })
    expect(missing).toMatchObject({ failure: 'model-missing' })
  })

  test('ComfyUI tells its version and devices, and only ComfyUI does', async () => {
    const stats = {
      system: { os: 'posix', comfyui_version: '0.3.75', python_version: '3.12' },
      devices: [{ name: 'cuda:0 NVIDIA GeForce RTX 4090', type: 'cuda', vram_total: 25_757_220_864 }],
    }
    const respond = ({
      path,
      headers,
    }: {
      path: string
      headers: { authorization?: string | undefined }
    }): ReceivedRequest =>
      headers.authorization === 'Bearer t0ken' && path === '/system_stats'
        ? { body: stats }
        : { status: 401, body: 'no' }
    const fake = await during(startFake(respond))
    const right = await attempt({ kind: 'image-generation', settings: { url: fake.address, token: 't0ken' } })
    const devices = 'cuda:0 NVIDIA GeForce RTX 4090 (24.0 GiB)'
    expect(right).toMatchObject({ works: true, facts: { version: '0.3.75', devices } })
    const bare = await attempt({ kind: 'image-generation', settings: { url: fake.address } })
    expect(bare).toMatchObject({ failure: 'key-needed', values: { said: 'no' } })
    const other = await during(startFake(() => ({ body: { hello: 1 } })))
    const wrong = await attempt({ kind: 'image-generation', settings: { url: other.address } })
    expect(wrong).toMatchObject({ failure: 'not-comfyui' })
  })

  test('object storage is written, read and cleaned, with signatures that hold', async () => {
    const account = { bucket: 'pictures', region: 'eu-north-1', accessKeyId: 'AKIA1', secretKey: 'shh/+very=secret' }
    const fake = await during(startFakeS3(account))
    const settings = { ...account, endpoint: fake.address, pathStyle: true }
    const right = await attempt({ kind: 'object-storage', settings })
    expect(right).toMatchObject({ works: true, facts: { bucket: 'pictures', system: 'FakeS3' } })
    expect(fake.asked.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE'])
    expect(fake.objects.size).toBe(0)
    const wrong: [object, string][] = [
      [{ secretKey: 'another' }, 'key-refused'],
      [{ accessKeyId: 'AKIA2' }, 'key-refused'],
      [{ bucket: 'absent' }, 'bucket-missing'],
      [{ region: 'us-east-1' }, 'region-wrong'],
    ]
    for (const [change, failure] of wrong) {
      const result = await attempt({ kind: 'object-storage', settings: { ...settings, ...change } })
      expect(result).toMatchObject({ works: false, failure })
    }
    const skewed = { status: 403, body: '<Error><Code>RequestTimeTooSkewed</Code><Message>10 min</Message></Error>' }
    const late = await during(startFake(() => skewed))
    const clock = await attempt({ kind: 'object-storage', settings: { ...settings, endpoint: late.address } })
    expect(clock).toMatchObject({ failure: 'clock-wrong' })
    const forgetful = await during(startFake(() => ({ body: 'something else' })))
    const other = await attempt({ kind: 'object-storage', settings: { ...settings, endpoint: forgetful.address } })
    expect(other).toMatchObject({ failure: 'object-differs' })
    const page = await during(startFake(() => ({ status: 404, body: '<html>no such page</html>' })))
    const elsewhere = await attempt({ kind: 'object-storage', settings: { ...settings, endpoint: page.address } })
    expect(elsewhere).toMatchObject({ failure: 'not-s3' })
  })

  test('what may not be written, or not be deleted, is said', async () => {
    const account = { bucket: 'pictures', region: 'r1', accessKeyId: 'AKIA1', secretKey: 'secret' }
    for (const [method, failure] of [
      ['PUT', 'forbidden'],
      ['DELETE', 'object-left'],
    ] as const) {
      const fake = await during(startFakeS3({ ...account, denied: [method] }))
      const settings = { ...account, endpoint: fake.address, pathStyle: true }
      expect(await attempt({ kind: 'object-storage', settings })).toMatchObject({ works: false, failure })
    }
  })
})
