import { readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { maxClicks, segmentationEndpoints } from '@vermilion/contract/annotation/segmentation'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { maskArea, maskContains } from '@vermilion/contract/labels/mask'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringModel } from '../../assist-models/testing/bring-model.ts'
import { tinyCatalogue, tinyModels } from '../../assist-models/testing/tiny-models.ts'
import { datasetOf } from '../../datasets/testing/pictures.ts'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

const size = { width: 320, height: 240 }
let server: TestServer
let spaceId: string
let dataset: Dataset
let image: DatasetItem

async function scene(x: number): Promise<Uint8Array<ArrayBuffer>> {
  const square = { create: { width: 80, height: 80, channels: 3 as const, background: '#e02020' } }
  const picture = sharp({ create: { ...size, channels: 3, background: '#707070' } })
  const content = await picture
    .composite([
      { input: square, left: 40, top: 40 },
      { input: square, left: x, top: 120 },
    ])
    .png()
    .toBuffer()
  return new Uint8Array(content)
}

beforeAll(async () => {
  server = await startTestServer({ assistCatalogue: tinyCatalogue })
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'scenes', path: 'scenes' } })).id
  await upload(server, { spaceId, path: 'scene.png' }, await scene(200))
  const labels = [{ name: 'square' }]
  dataset = await datasetOf(server, spaceId, { labelType: 'semantic-segmentation', labels })
  const params = { datasetId: dataset.id }
  image = (await server.call(datasetEndpoints.listItems, { params, query: {} })).items[0]!
})
afterAll(() => server.stop())

const ids = () => ({ datasetId: dataset.id, itemId: image.id })
const prepare = () => server.call(segmentationEndpoints.prepareSegmentation, { params: ids() })
const at = (x: number, y: number, isPositive = true) => ({ x, y, isPositive })
const segment = (picture: string, ...points: ReturnType<typeof at>[]) =>
  server.call(segmentationEndpoints.segmentImage, { params: ids(), body: { picture, prompt: { points } } })
const nothing = 'f'.repeat(64)

async function featureFiles(): Promise<string[]> {
  const folder = join(server.data, 'cache', 'segmentation')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.features')).map((name) => join(folder, name))
}

test('without a segmenter it is said where one comes from', async () => {
  expect(await reasonOf(prepare())).toBe('segmentation.no-model')
  await bringModel(server, tinyModels.segmenter)
})

test('R2.25 clicks find pixels, those on what is not meant take some away; features are made once and kept', async () => {
  const { picture, model } = await prepare()
  expect(model).toBe(tinyModels.segmenter.entry.name)
  const both = await segment(picture, at(60, 60))
  expect(both.score).toBeCloseTo(0.92)
  expect([at(60, 60), at(240, 160), at(5, 5)].map((point) => maskContains(both.mask!, point))).toEqual([
    true,
    true,
    false,
  ])
  const one = await segment(picture, at(60, 60), at(240, 160, false))
  expect(maskContains(one.mask!, { x: 240, y: 160 })).toBe(false)
  expect(Math.abs(maskArea(one.mask!) - 80 * 80)).toBeLessThan(250)
  const box = { x: 190, y: 110, width: 100, height: 100 }
  const body = { picture, prompt: { box } }
  const boxed = await server.call(segmentationEndpoints.segmentImage, { params: ids(), body })
  expect(Math.abs(maskArea(boxed.mask!) - 80 * 80)).toBeLessThan(250)
  expect((await segment(picture, at(60, 60), at(60, 60, false))).mask).toBeNull()

  const files = await featureFiles()
  expect(files).toHaveLength(1)
  const { mtimeMs } = await stat(files[0]!)
  await prepare()
  expect((await stat(files[0]!)).mtimeMs).toBe(mtimeMs)
})

test('features that are damaged, or were cleaned up, are made anew', async () => {
  const { picture } = await prepare()
  const [file = ''] = await featureFiles()
  await truncate(file, 10_000)
  expect(await reasonOf(segment(picture, at(60, 60)))).toBe('segmentation.failed')
  expect((await segment(picture, at(60, 60))).mask).not.toBeNull()
  expect((await stat(file)).size).toBeGreaterThan(10_000)
})

test('who may only read may ask; nobody without a token, and of no image of another dataset', async () => {
  const { picture } = await prepare()
  const body = { name: 'reader', scope: 'read-only', expiresAt: null } as const
  const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
  const path = `${server.address}${basePath}/datasets/${dataset.id}/items/${image.id}/segmentation`
  const ask = (headers: Record<string, string>) =>
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ picture, prompt: { points: [at(60, 60)] } }),
    })
  expect((await ask({ authorization: `Bearer ${secret}` })).status).toBe(200)
  expect((await ask({})).status).toBe(401)

  const other = await datasetOf(server, spaceId, { name: 'other' })
  const elsewhere = (datasetId: string, itemId = image.id) =>
    reasonOf(server.call(segmentationEndpoints.prepareSegmentation, { params: { datasetId, itemId } }))
  expect(await elsewhere(other.id)).toBe('item.not-found')
  expect(await elsewhere('nobody')).toBe('dataset.not-found')
  expect(await elsewhere(dataset.id, 'nobody')).toBe('item.not-found')
})

test('prompts that say nothing, too much or nonsense are refused', async () => {
  const { picture } = await prepare()
  const ask = (body: unknown) =>
    reasonOf(server.call(segmentationEndpoints.segmentImage, { params: ids(), body: body as never }))
  const prompts: unknown[] = [
    {},
    { points: [] },
    { points: [at(1, 1, false)] },
    { points: [{ x: 1, y: 1 }] },
    { points: [at(-1, 1)] },
    { points: [at(Number.NaN, 1)] },
    { points: [{ x: '1', y: 1, isPositive: true }] },
    { points: Array.from({ length: maxClicks + 1 }, () => at(1, 1)) },
    { box: { x: 1, y: 1, width: 0, height: 5 } },
    { box: { x: 1, y: 1, width: 5 } },
    'everything',
    null,
  ]
  for (const prompt of prompts) expect(await ask({ picture, prompt }), JSON.stringify(prompt)).toBe('request.invalid')
  expect(await ask({ prompt: { points: [at(1, 1)] } })).toBe('request.invalid')
  expect(await ask({ picture: '../../secret.key', prompt: { points: [at(1, 1)] } })).toBe('request.invalid')
  expect(await ask({ picture, prompt: { points: [at(320, 10)] } })).toBe('segmentation.outside')
  expect(await ask({ picture, prompt: { box: { x: 300, y: 10, width: 30, height: 5 } } })).toBe('segmentation.outside')
  expect(await ask({ picture, prompt: { points: [at(1, 1)] }, padding: 'x'.repeat(2_000_000) })).toBe(
    'request.too-large',
  )
})

test('a prompt about an image that was replaced meanwhile is refused, and the new one is found in', async () => {
  const { picture } = await prepare()
  expect(await reasonOf(segment(nothing, at(60, 60)))).toBe('segmentation.image-changed')
  await upload(server, { spaceId, path: 'scene.png', conflict: 'replace' }, await scene(150))
  await expect.poll(async () => (await prepare()).picture, { timeout: 10_000 }).not.toBe(picture)
  expect(await reasonOf(segment(picture, at(60, 60)))).toBe('segmentation.image-changed')
  const { mask } = await segment((await prepare()).picture, at(170, 160), at(60, 60, false))
  expect(Math.abs(maskArea(mask!) - 80 * 80)).toBeLessThan(250)
})
