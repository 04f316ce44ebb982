import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { assistEndpoints, type AssistModel } from '@vermilion/contract/assist-models/endpoints'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mayFollow } from '#areas/settings'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { gzip, tarOf, zipOf } from '../files/testing/hostile-archives.ts'
import { bringModel } from './testing/bring-model.ts'
import { type FakeHub, hubCommit, startFakeHub } from './testing/fake-hub.ts'
import { tinyCatalogue, tinyModels } from './testing/tiny-models.ts'

let server: TestServer
let hub: FakeHub
let spaceId = ''

const { embedder, detector, segmenter } = tinyModels
const params = (modelId: string) => ({ params: { modelId } })
const fetchModel = (id: string) => server.call(assistEndpoints.fetchAssistModel, params(id))
const removeModel = (id: string) => server.call(assistEndpoints.removeAssistModel, params(id))
const bring = (id: string, path: string) =>
  server.call(assistEndpoints.bringAssistModel, { ...params(id), body: { spaceId, path } })
const modelOf = async (id: string): Promise<AssistModel> =>
  (await server.call(assistEndpoints.listAssistModels, {})).find((model) => model.id === id)!

async function until(id: string, isSo: (model: AssistModel) => boolean): Promise<AssistModel> {
  for (;;) {
    const model = await modelOf(id)
    if (isSo(model)) return model
    await delay(20)
  }
}
const untilEnded = (id: string) => until(id, ({ status }) => status !== 'fetching')
const put = (path: string, content: Uint8Array) =>
  server.app.files.addFile({ spaceId, path, source: Readable.from([Buffer.from(content)]) })

beforeAll(async () => {
  hub = await startFakeHub(Object.values(tinyModels))
  server = await startTestServer({ assistCatalogue: tinyCatalogue, fetchPatience: 5 })
  await server.call(settingsEndpoints.changeSettings, { body: { modelHub: `${hub.address}/` } })
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'brought', path: 'brought' } })).id
})
beforeEach(() => {
  hub.asked.length = 0
  hub.troubles.clear()
  Object.assign(hub, { cuts: 0, stalls: false })
})
afterAll(() => Promise.all([server.stop(), hub.stop()]))

test('R1.03 R2.31 nothing is fetched unasked; a model that is cut off is gone on with, checked, and does what it is for', async () => {
  expect(await modelOf(embedder.entry.id)).toMatchObject({ status: 'absent', languages: 'many', licence: 'Apache-2.0' })
  expect(hub.asked).toEqual([])
  expect(await server.app.assist.embedder()).toBeUndefined()

  hub.cuts = 2
  expect(await fetchModel(embedder.entry.id)).toMatchObject({ status: 'fetching', startedBy: 'admin' })
  const ready = await untilEnded(embedder.entry.id)
  expect(ready).toMatchObject({ status: 'ready', source: 'hub', revision: hubCommit, isUsed: true, error: null })
  expect(ready.done).toBe(ready.total)
  const resumed = hub.asked.filter((request) => request.startsWith('GET /cdn') && request.includes('bytes='))
  expect(resumed).toHaveLength(2)
  expect(resumed[0]).not.toBe(resumed[1])

  const serving = (await server.app.assist.embedder())!
  const [red, chinese, blue] = await Promise.all(
    ['a red thing', '红色的东西', 'blue'].map((word) => serving.embedText(word)),
  )
  const cosine = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, k) => sum + value * other[k]!, 0)
  expect(cosine(red!, chinese!)).toBeGreaterThan(0.95)
  expect(cosine(red!, blue!)).toBeLessThan(0)
  expect(await serving.embedPicture(Buffer.from('no picture'))).toBeUndefined()
  await expect(fetchModel(embedder.entry.id)).rejects.toMatchObject({ reason: 'assist-model.ready' })

  expect(await removeModel(embedder.entry.id)).toMatchObject({ status: 'absent', isUsed: false })
  expect(await server.app.assist.embedder()).toBeUndefined()
})

test('R1.03 a fetch is paused and gone on with by Range; it stands among what runs', async () => {
  hub.stalls = true
  await fetchModel(segmenter.entry.id)
  await until(segmenter.entry.id, ({ total }) => total !== null)
  while (!hub.asked.some((request) => request.startsWith('GET /cdn'))) await delay(10)
  await delay(50)
  await expect(fetchModel(segmenter.entry.id)).rejects.toMatchObject({ reason: 'assist-model.under-way' })
  await expect(removeModel(segmenter.entry.id)).rejects.toMatchObject({ reason: 'assist-model.under-way' })
  const work = await server.call(workEndpoints.listWork, {})
  expect(work).toMatchObject([{ kind: 'assist-model', name: 'Tiny segmenter', status: 'running', stoppable: true }])
  const paused = await server.call(assistEndpoints.pauseAssistModel, params(segmenter.entry.id))
  expect(paused).toMatchObject({ status: 'paused', error: null })
  expect(paused.done).toBeGreaterThan(0)
  await expect(server.call(assistEndpoints.pauseAssistModel, params(segmenter.entry.id))).rejects.toMatchObject({
    reason: 'assist-model.not-fetching',
  })
  hub.asked.length = 0
  hub.stalls = false
  await fetchModel(segmenter.entry.id)
  expect(await untilEnded(segmenter.entry.id)).toMatchObject({ status: 'ready' })
  expect(hub.asked[0]).toMatch(/^GET .* bytes=\d+-$/)
  await removeModel(segmenter.entry.id)
})

test.each([
  ['another content', { content: Buffer.alloc(detector.files['onnx/model.onnx']!.length, 7) }, /its hash differs/],
  ['less than was said', { content: Buffer.alloc(100, 7) }, /not as long as was said/],
  ['more than was said', { content: Buffer.alloc(100_000, 7) }, /not as long as was said/],
  ['ten GiB', { declaredSize: 10 * 1024 ** 3 }, /larger than 4 GiB/],
  ['no hash', { declaredHash: 'weak' }, /does not say what its hash is/],
  ['nothing', { status: 404 }, /does not give onnx\/model\.onnx \(404\)/],
  ['troubles of its own', { status: 503 }, /could not be reached/],
  ['the credentials of a cloud', { location: 'http://169.254.169.254/latest' }, /never calls it/],
  ['a file of this machine', { location: 'file:///etc/passwd' }, /leads on to/],
  ['a loop', { location: '/tiny/detector/resolve/main/onnx/model.onnx' }, /leads on to/],
])('R1.03 a hub that gives %s is told of in words, and what it gave is not taken', async (_name, trouble, words) => {
  hub.troubles.set('onnx/model.onnx', trouble)
  await fetchModel(detector.entry.id)
  const failed = await untilEnded(detector.entry.id)
  expect(failed).toMatchObject({ status: 'failed', isUsed: false })
  expect(failed.error?.en).toMatch(words)
  expect(failed.error?.zh).toMatch(/\p{Script=Han}/u)
  hub.troubles.clear()
  await fetchModel(detector.entry.id)
  expect(await untilEnded(detector.entry.id)).toMatchObject({ status: 'ready', error: null })
  await removeModel(detector.entry.id)
})

test('R1.03 a hub outside leads neither into this network nor from secrecy into the open', () => {
  const follows = (from: string, to: string, isFromInternal = false) =>
    mayFollow(new URL(from), new URL(to), isFromInternal)
  expect(follows('https://hub.example', 'https://cdn.example/a')).toBe(true)
  expect(follows('https://hub.example', 'http://cdn.example/a')).toBe(false)
  expect(follows('https://hub.example', 'https://user@cdn.example/a')).toBe(false)
  for (const inside of ['127.0.0.1', '10.1.2.3', '192.168.0.9', '[::1]', '[fd00::1]', '[::ffff:10.0.0.1]'])
    expect(follows('https://hub.example', `https://${inside}/a`)).toBe(false)
  expect(follows('http://10.0.0.5', 'http://10.0.0.6/a', true)).toBe(true)
})

test('R1.03 by hand: from a folder, and from archives, of which only the files of the model are taken', async () => {
  await bringModel(server, detector)
  expect(await modelOf(detector.entry.id)).toMatchObject({ status: 'ready', source: 'archive', isUsed: true })
  const detections = await (await server.app.assist.detector())!.detect(Buffer.from('none'), {
    prompts: ['red'],
    minScore: 0.1,
  })
  expect(detections).toBeUndefined()
  await removeModel(detector.entry.id)

  const entries = Object.entries(embedder.files).map(([name, content]) => ({ name: `../../${name}`, content }))
  const tricks = [
    { name: '/etc/cron.d/evil', content: Buffer.from('evil') },
    { name: '..\\..\\evil.onnx', content: Buffer.from('evil') },
    { name: 'tokenizer.json', mode: 0o120777, content: Buffer.from('/etc/passwd') },
  ]
  await put('model.zip', zipOf([...tricks, ...entries]))
  expect(await bring(embedder.entry.id, 'model.zip')).toMatchObject({ status: 'ready', source: 'archive' })
  await removeModel(embedder.entry.id)
  const tar = await tarOf(
    Object.entries(segmenter.files).map(([name, content]) => ({ name: `sam/${name}`, content: Buffer.from(content) })),
  )
  await put('model.tar.gz', gzip(tar))
  expect(await bring(segmenter.entry.id, 'model.tar.gz')).toMatchObject({ status: 'ready' })
  await removeModel(segmenter.entry.id)
})

test('R1.03 by hand: what is missing, cut off, swapped or another network is refused in words', async () => {
  const {
    'onnx/vision_model.onnx': vision,
    'onnx/text_model.onnx': text,
    'tokenizer.json': tokenizer,
  } = embedder.files as Record<string, Uint8Array>
  const full = { 'onnx/vision_model.onnx': vision!, 'onnx/text_model.onnx': text!, 'tokenizer.json': tokenizer! }
  const zip = (files: Readonly<Record<string, Uint8Array>>) =>
    zipOf(Object.entries(files).map(([name, content]) => ({ name, content })))
  const other = { 'onnx/model.onnx': vision!, 'tokenizer.json': tokenizer! }
  const cases: [id: string, path: string, content: Uint8Array | undefined, reason: string][] = [
    [embedder.entry.id, 'nowhere', undefined, 'assist-model.nothing-there'],
    [embedder.entry.id, 'notes.txt', Buffer.from('notes'), 'assist-model.nothing-there'],
    [embedder.entry.id, 'damaged.zip', zip(full).subarray(0, 900), 'assist-model.damaged'],
    [embedder.entry.id, 'missing.zip', zip({ 'tokenizer.json': tokenizer! }), 'assist-model.file-missing'],
    [embedder.entry.id, 'swapped.zip', zip({ ...full, 'onnx/text_model.onnx': vision! }), 'assist-model.damaged'],
    [detector.entry.id, 'other.zip', zip(other), 'assist-model.unusable'],
    [
      detector.entry.id,
      'cut.zip',
      zip({ ...detector.files, 'onnx/model.onnx': detector.files['onnx/model.onnx']!.subarray(0, 300) }),
      'assist-model.unusable',
    ],
    [
      detector.entry.id,
      'words.zip',
      zip({ ...detector.files, 'tokenizer.json': Buffer.from('[]') }),
      'assist-model.unusable',
    ],
  ]
  for (const [id, path, content, reason] of cases) {
    if (content !== undefined) await put(path, content)
    await expect(bring(id, path), path).rejects.toMatchObject({ reason })
    expect(await modelOf(id)).toMatchObject({ status: 'absent' })
  }
  for (const hubAddress of ['ftp://hub', 'no address', 'https://user:secret@hub.example'])
    await expect(
      server.call(settingsEndpoints.changeSettings, { body: { modelHub: hubAddress } }),
    ).rejects.toMatchObject({
      reason: 'request.invalid',
    })
})
