import { setTimeout as delay } from 'node:timers/promises'
import { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import { imageSearchEndpoints, type SearchIndex } from '@vermilion/contract/image-search'
import type { EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { upload } from '../../testing/upload.ts'
import { bringModel } from '../assist-models/testing/bring-model.ts'
import { tinyCatalogue, tinyModels } from '../assist-models/testing/tiny-models.ts'

let server: TestServer
let spaceId = ''

const colours = { cherry: '#f01010', meadow: '#10f010', sea: '#1010f0' } as const

const search = (query: EndpointInput<typeof imageSearchEndpoints.searchImages>['query']) =>
  server.call(imageSearchEndpoints.searchImages, { query: { spaces: spaceId, ...query } })
const namesOf = async (query: Parameters<typeof search>[0]) => (await search(query)).items.map(({ file }) => file.name)

async function indexUntil(isSo: (index: SearchIndex) => boolean): Promise<SearchIndex> {
  for (;;) {
    const index = await server.call(imageSearchEndpoints.getSearchIndex, {})
    if (isSo(index)) return index
    await delay(30)
  }
}

beforeAll(async () => {
  server = await startTestServer({ indexCheckMs: 40, assistCatalogue: tinyCatalogue })
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'colours', path: 'colours' } })).id
  for (const [name, background] of Object.entries(colours)) {
    const create = { width: 32, height: 32, channels: 3, background } as const
    await upload(server, { spaceId, path: `${name}.png` }, new Uint8Array(await sharp({ create }).png().toBuffer()))
  }
  await server.platform.jobs.settled()
})
afterAll(() => server.stop())

test('R2.31 words find pictures by what they show once an embedder is fetched: in Chinese too, for which the index is built again', async () => {
  await server.call(imageSearchEndpoints.buildSearchIndex, { body: { spaces: [spaceId] } })
  const starter = await indexUntil(({ indexed, isBuilding }) => indexed === 3 && !isBuilding)
  expect(starter.embedder).toMatchObject({ embedsText: false, dimensions: 512 })
  expect(await namesOf({ mode: 'text', words: '红色' })).toEqual([])

  await bringModel(server, tinyModels.embedder)
  const now = await indexUntil(
    ({ embedder, indexed, isBuilding }) => embedder.embedsText && indexed === 3 && !isBuilding,
  )
  expect(now.embedder).toMatchObject({ name: 'Tiny embedder', dimensions: 128 })
  expect((await namesOf({ mode: 'text', words: '红色' }))[0]).toBe('cherry.png')
  expect((await namesOf({ mode: 'text', words: 'something green' }))[0]).toBe('meadow.png')

  const { items, total, notIndexed } = await search({ mode: 'text', words: 'BLUE', threshold: 0 })
  expect({ total, notIndexed }).toEqual({ total: 3, notIndexed: 0 })
  const likeness = items.map((item) => item.likeness!)
  expect(likeness).toEqual(likeness.toSorted((one, other) => other - one))
  expect(likeness[0]).toBeGreaterThan(0.9)
  expect(likeness[2]).toBeLessThan(0.1)
  expect(await namesOf({ mode: 'text', words: 'blue', threshold: 0.5 })).toEqual(['sea.png'])
  const usual = await search({ mode: 'text', words: 'BLUE' })
  expect(usual.threshold).toBeCloseTo(likeness[0]! / 10, 3)
  expect(usual.total).toBe(likeness.filter((each) => each >= usual.threshold).length)
  expect(usual.below).toBe(3 - usual.total)
  expect(usual.below).toBeGreaterThan(0)
})

test('R2.31 R2.38 operators say which pictures may be there, and full search has names first', async () => {
  expect(await namesOf({ mode: 'text', words: 'blue; -name:sea' })).not.toContain('sea.png')
  expect(await namesOf({ mode: 'text', words: 'name:sea' })).toEqual(['sea.png'])
  expect(await namesOf({ mode: 'full', words: 'meadow', threshold: 0 })).toEqual(
    expect.arrayContaining(['meadow.png', 'sea.png']),
  )
  const [first, ...others] = (await search({ mode: 'full', words: 'cherry', threshold: 0 })).items
  expect(first).toMatchObject({ file: { name: 'cherry.png' }, matched: ['name'] })
  expect(others.every(({ matched }) => matched.length === 0)).toBe(true)
  const pages = await Promise.all(
    [0, 1, 2].map((offset) => namesOf({ mode: 'full', words: 'blue', threshold: 0, offset, limit: 1 })),
  )
  expect(pages.flat()).toEqual(await namesOf({ mode: 'full', words: 'blue', threshold: 0 }))
  expect((await search({ mode: 'text', words: 'x'.repeat(1_999), threshold: 0 })).total).toBe(3)
})

test('R2.31 images are found by images with the fetched embedder, and without it all is as before', async () => {
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const fileId = items.find(({ name }) => name === 'sea.png')!.id
  expect((await search({ mode: 'image', fileId, threshold: 0 })).total).toBe(2)
  await server.call(assistEndpoints.removeAssistModel, { params: { modelId: tinyModels.embedder.entry.id } })
  const again = await indexUntil(
    ({ embedder, indexed, isBuilding }) => !embedder.embedsText && indexed === 3 && !isBuilding,
  )
  expect(again.embedder.dimensions).toBe(512)
  expect(await namesOf({ mode: 'text', words: '红色' })).toEqual([])
  expect(await namesOf({ mode: 'text', words: 'sea' })).toEqual(['sea.png'])
  expect((await search({ mode: 'image', fileId, threshold: 0 })).total).toBe(2)
})
