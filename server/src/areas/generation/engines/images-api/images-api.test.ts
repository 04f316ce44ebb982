import { type Generation, generationEndpoints } from '@vermilion/contract/generations'
import { serviceEndpoints } from '@vermilion/contract/services'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { upload } from '../../../../testing/upload.ts'
import { type FakeService, type ReceivedRequest, startFake } from '../../../settings/testing/fake-service.ts'

const key = 'sk-secret-of-the-images-api'
let server: TestServer
let spaceId: string
let picture: string
beforeAll(async () => {
  server = await startTestServer()
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'images', path: 'images' } })).id
  const background = { r: 200, g: 80, b: 40 }
  const png = await sharp({ create: { width: 128, height: 128, channels: 3, background } })
    .png()
    .toBuffer()
  picture = png.toString('base64')
})
afterAll(() => server.stop())

let services = 0

async function serviceOf(respond: (number: number) => ReceivedRequest) {
  let number = 0
  const fake: FakeService = await startFake(({ path }) => (path.includes('/images/') ? respond(number++) : {}))
  onTestFinished(() => fake.stop())
  services += 1
  const settings = { url: `${fake.address}/v1`, key, model: 'painter' }
  const body = { kind: 'images-api', name: `painter ${services}`, settings } as const
  const { id } = await server.call(serviceEndpoints.createService, { body })
  return { fake, workflow: `images-api:${id}` }
}

async function generate(
  workflow: string,
  words: string,
  more: { count?: number; styleImage?: { fileId: string } } = {},
) {
  const body = { name: 'painted', workflow, width: 128, height: 128, count: 1, items: [{ words }], ...more }
  const generation = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  await server.platform.jobs.settled()
  return server.call(generationEndpoints.getGeneration, { params: { generationId: generation.id } })
}

const imagesOf = async ({ id: generationId }: Generation) =>
  (await server.call(generationEndpoints.listGeneratedImages, { params: { generationId }, query: {} })).items

test('R3.09 a model behind the images API makes them; the words arrive as they were typed', async () => {
  const { fake, workflow } = await serviceOf(() => ({ body: { data: [{ b64_json: picture }] } }))
  const words = 'a "tatami" room {seed}\n🐈 地板'
  const generation = await generate(workflow, words, { count: 3 })
  expect(generation).toMatchObject({ status: 'success', kept: 3, failed: 0 })
  const [image] = await imagesOf(generation)
  const file = await server.call(fileEndpoints.getFile, { params: { fileId: image?.fileId ?? '' } })
  expect(file).toMatchObject({ name: '00001.png', mediaType: 'image/png' })
  const [request] = fake.asked
  expect(request).toMatchObject({ path: '/v1/images/generations', headers: { authorization: `Bearer ${key}` } })
  expect(JSON.parse(request?.body ?? '')).toEqual({ model: 'painter', prompt: words, n: 1, size: '128x128' })
})

test('a style image is sent as the picture to begin from', async () => {
  const { fake, workflow } = await serviceOf(() => ({ body: { data: [{ b64_json: picture }] } }))
  await upload(server, { spaceId, path: 'style.png' }, Buffer.from(picture, 'base64'))
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { search: 'style.png' } })
  await generate(workflow, 'a hall', { styleImage: { fileId: items[0]?.id ?? '' } })
  expect(fake.asked[0]?.path).toBe('/v1/images/edits')
  expect(fake.asked[0]?.headers['content-type']).toContain('multipart/form-data; boundary=')
})

test('a busy service is waited for as long as it says, and an image may lie at another address', async () => {
  const other = await startFake(() => ({ headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' }))
  onTestFinished(() => other.stop())
  const busy = { status: 429, headers: { 'retry-after': '0' }, body: { error: { message: 'slow down' } } }
  const { fake, workflow } = await serviceOf((number) =>
    number < 2 ? busy : { body: { data: [{ url: `${other.address}/image.png` }] } },
  )
  expect(await generate(workflow, 'a hall')).toMatchObject({ status: 'failed', failed: 1 })
  expect(fake.asked).toHaveLength(3)
  expect(other.asked[0]?.headers.authorization).toBeUndefined()
})

const base64 = (content: string) => ({ body: { data: [{ b64_json: Buffer.from(content).toString('base64') }] } })
const wide = async (width: number) =>
  (
    await sharp({ create: { width, height: 16, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64')
const wideImage = await wide(40_000)
const narrowImage = await wide(16)
const cutOff = () => Buffer.from(picture, 'base64').subarray(0, 90).toString('base64')
const none = { 'retry-after': '0' }

const responses: [string, () => ReceivedRequest, string][] = [
  ['an empty text', () => ({ body: '' }), 'without an image'],
  ['no JSON', () => ({ body: 'ok' }), 'without an image'],
  [
    'an answer cut off',
    () => ({ headers: { 'content-length': '500', connection: 'close' }, body: '{"data":[{"b64_json":"iVBOR' }),
    'closed the connection',
  ],
  ['a million images', () => ({ body: { data: Array(1_000_000).fill(1) } }), 'without an image'],
  ['JSON cut off', () => ({ body: '{"data":[{"b64_json":"iVBOR' }), 'without an image'],
  ['a number', () => ({ body: 7 }), 'without an image'],
  ['null', () => ({ body: null }), 'without an image'],
  ['a list', () => ({ body: [] }), 'without an image'],
  ['no data', () => ({ body: {} }), 'without an image'],
  ['empty data', () => ({ body: { data: [] } }), 'without an image'],
  ['data of texts', () => ({ body: { data: ['image'] } }), 'without an image'],
  ['an image that is a number', () => ({ body: { data: [{ b64_json: 5 }] } }), 'without an image'],
  ['neither image nor address', () => ({ body: { data: [{}] } }), 'named no image'],
  ['null for both', () => ({ body: { data: [{ b64_json: null, url: null }] } }), 'named no image'],
  ['an address that is none', () => ({ body: { data: [{ url: 'image.png' }] } }), 'named no image'],
  ['a file of this machine', () => ({ body: { data: [{ url: 'file:///etc/passwd' }] } }), 'named no image'],
  ['a socket of this machine', () => ({ body: { data: [{ url: 'unix:///run/docker.sock' }] } }), 'named no image'],
  ['the credentials of a cloud', () => ({ body: { data: [{ url: 'http://169.254.169.254/' }] } }), 'never calls it'],
  [
    'an address where nothing listens',
    () => ({ body: { data: [{ url: 'http://127.0.0.1:1/a.png' }] } }),
    'Nothing listens',
  ],
  ['a text as image', () => base64('no image'), 'not a picture'],
  ['a page as image', () => base64('<html></html>'), 'not a picture'],
  [
    'a drawing with a script',
    () => base64('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script/></svg>'),
    'is not a picture',
  ],
  ['a picture cut off', () => ({ body: { data: [{ b64_json: cutOff() }] } }), 'not a picture'],
  ['40,000 pixels in a row', () => ({ body: { data: [{ b64_json: wideImage }] } }), '40000 × 16 pixels'],
  ['no base64', () => ({ body: { data: [{ b64_json: '%%%' }] } }), 'not a picture'],
  [
    'a page as success',
    () => ({ headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' }),
    'without an image',
  ],
  [
    'a refused key',
    () => ({ status: 401, body: { error: { message: `Incorrect key: ${key}` } } }),
    'Incorrect key: ***',
  ],
  ['a refused prompt', () => ({ status: 400, body: { error: { message: 'blocked by policy' } } }), 'blocked by policy'],
  ['a wrong path', () => ({ status: 404, body: '404 page not found' }), '404'],
  [
    'a redirect to another host',
    () => ({ status: 307, headers: { location: 'http://127.0.0.2:1/' }, body: '' }),
    'leads on to',
  ],
  [
    'an image on another host that leads on',
    () => ({ body: { data: [{ url: `${leadingOn.address}/a.png` }] } }),
    'leads on to',
  ],
  ['busy for ever', () => ({ status: 429, headers: none, body: { error: { message: 'no credit' } } }), 'no credit'],
  ['500 for ever', () => ({ status: 500, headers: none, body: '<h1>500</h1>' }), '500'],
  ['an endless answer', () => ({ body: endless() }), 'larger than'],
]

let leadingOn: FakeService
beforeAll(async () => {
  leadingOn = await startFake(() => ({ status: 302, headers: { location: 'http://127.0.0.2:1/' }, body: '' }))
})
afterAll(() => leadingOn.stop())

async function* endless() {
  for (;;) yield 'x'.repeat(4_000_000)
}

test.each(responses)('R8.08 %s is an image that failed, with why', async (_, respond, reason) => {
  const { workflow } = await serviceOf(respond)
  const generation = await generate(workflow, 'a hall')
  expect(generation).toMatchObject({ status: 'failed', kept: 0, failed: 1 })
  expect(generation.error).toContain(reason)
  const [image] = await imagesOf(generation)
  expect(image).toMatchObject({ status: 'failed', fileId: null, error: expect.stringContaining(reason) as string })
  expect(JSON.stringify(image)).not.toContain(key)
})

test('an engine that makes nothing ends the generation before all images have failed, and for good', async () => {
  const { fake, workflow } = await serviceOf(() => ({ status: 400, body: { error: { message: 'no such model' } } }))
  const generation = await generate(workflow, 'a hall', { count: 200 })
  expect(generation).toMatchObject({ status: 'failed', made: 0 })
  expect(generation.error).toMatch(/20 images failed one after the other.*no such model/)
  expect(generation.failed).toBeLessThan(30)
  expect(fake.asked.length).toBeLessThan(30)
})

test('a small picture is kept as it came', async () => {
  const { workflow } = await serviceOf(() => ({ body: { data: [{ b64_json: narrowImage }] } }))
  expect(await generate(workflow, 'a hall')).toMatchObject({ kept: 1 })
})
