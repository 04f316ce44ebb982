import { setTimeout as delay } from 'node:timers/promises'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { imageSearchEndpoints, type SearchIndex } from '@vermilion/contract/image-search'
import type { EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { pathOf } from '@vermilion/contract/kernel/request'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { upload } from '../../testing/upload.ts'
import { datasetOf } from '../datasets/testing/pictures.ts'
import { looks, patternPicture, type Look } from './testing/patterns.ts'

let server: TestServer
const spaces: Record<'floors' | 'walls', string> = { floors: '', walls: '' }
let datasetId = ''

const search = (query: EndpointInput<typeof imageSearchEndpoints.searchImages>['query']) =>
  server.call(imageSearchEndpoints.searchImages, { query })
const namesOf = async (query: Parameters<typeof search>[0]) => (await search(query)).items.map(({ file }) => file.name)
const look = (name: string): Look => looks.find((each) => each.name === name)!
const put = async (spaceId: string, path: string, content: Uint8Array<ArrayBuffer>) =>
  upload(server, { spaceId, path }, content)
const filesOf = async (spaceId: string): Promise<readonly SpaceFile[]> =>
  (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: 'true', limit: 200 } })).items
const fileNamed = async (spaceId: string, name: string) => (await filesOf(spaceId)).find((file) => file.name === name)!

async function indexUntil(isSo: (index: SearchIndex) => boolean): Promise<SearchIndex> {
  for (;;) {
    const index = await server.call(imageSearchEndpoints.getSearchIndex, {})
    if (isSo(index)) return index
    await delay(30)
  }
}

const spaceIn = (index: SearchIndex, spaceId: string) => index.spaces.find((space) => space.spaceId === spaceId)!

async function sendPicture(content: Uint8Array<ArrayBuffer> | string) {
  const path = pathOf(imageSearchEndpoints.sendSearchPicture, {})
  const headers = { 'content-type': 'application/octet-stream', language: 'en-us' }
  const response = await server.fetch(path, { method: 'POST', headers, body: content })
  return (await response.json()) as { code: number; message: string; data: { picture: string } }
}

beforeAll(async () => {
  server = await startTestServer({ indexCheckMs: 40 })
  for (const name of ['floors', 'walls'] as const) {
    const body = { name, path: name }
    spaces[name] = (await server.call(spaceEndpoints.createSpace, { body })).id
  }
  for (const each of looks) await put(spaces.floors, `${each.pattern}/${each.name}.png`, await patternPicture(each))
  await put(spaces.walls, 'wall-stripes.png', await patternPicture(look('stripes-red'), 3))
  await put(spaces.walls, 'notes.txt', new TextEncoder().encode('no picture'))
  await put(spaces.walls, 'broken.png', new TextEncoder().encode('no picture either'))
  await server.platform.jobs.settled()
  datasetId = (await datasetOf(server, spaces.floors, { labels: [{ name: 'Puddle' }, { name: 'Hair' }] })).id
}, 120_000)
afterAll(() => server.stop())

test('R2.31 an index is built when somebody asks for it, and says what it has not yet', async () => {
  const fileId = (await fileNamed(spaces.floors, 'stripes-red.png')).id
  expect(await search({ mode: 'image', fileId })).toMatchObject({ items: [], total: 0, notIndexed: 10 })
  const previous = await server.call(imageSearchEndpoints.getSearchIndex, {})
  expect(previous).toMatchObject({ images: 11, indexed: 0, bytes: 0, embedder: { embedsText: false, dimensions: 512 } })

  await server.call(imageSearchEndpoints.buildSearchIndex, { body: { spaces: [spaces.floors] } })
  const after = await indexUntil(({ indexed, isBuilding }) => indexed >= 9 && !isBuilding)
  expect(spaceIn(after, spaces.floors)).toMatchObject({ isKept: true, images: 9, indexed: 9, unreadable: 0 })
  expect(spaceIn(after, spaces.walls)).toMatchObject({ isKept: false, images: 2, indexed: 0 })
  expect(after.bytes).toBeGreaterThan(9 * 512)

  await server.call(imageSearchEndpoints.buildSearchIndex, { body: {} })
  const all = await indexUntil(({ indexed, isBuilding }) => indexed >= 10 && !isBuilding)
  expect(spaceIn(all, spaces.walls)).toMatchObject({ isKept: true, images: 2, indexed: 1, unreadable: 1 })
})

test('R2.31 image to image: what looks alike comes first, with likeness, count, threshold and places', async () => {
  const { id: fileId } = await fileNamed(spaces.floors, 'stripes-red.png')
  const alike = { mode: 'image', fileId, threshold: 0 } as const
  const { items, total, ...facts } = await search(alike)
  expect({ total, ...facts }).toEqual({ total: 9, threshold: 0, below: 0, isCapped: false, notIndexed: 0 })
  expect(items[0]).toMatchObject({ file: { name: 'wall-stripes.png' } })
  expect(items[0]!.likeness).toBeGreaterThan(0.8)
  const likeness = items.map((item) => item.likeness!)
  expect(likeness).toEqual(likeness.toSorted((one, other) => other - one))

  const above = await search({ ...alike, threshold: 0.6 })
  const count = likeness.filter((each) => each >= 0.6).length
  expect(above).toMatchObject({ total: count, threshold: 0.6, below: 9 - count })
  const there = await search({ ...alike, spaces: spaces.floors })
  expect(there.total).toBe(8)
  expect(there.items.every(({ file }) => file.spaceId === spaces.floors)).toBe(true)
  expect((await search({ ...alike, datasets: datasetId })).total).toBe(8)
  const pages = await Promise.all([0, 4, 8].map((offset) => namesOf({ ...alike, offset, limit: 4 })))
  expect(pages.flat()).toEqual(items.map(({ file }) => file.name))
})

test('R2.31 image to image: unless asked for all, what is hardly alike is left out, and counted', async () => {
  const { id: fileId } = await fileNamed(spaces.floors, 'checks-blue.png')
  const usual = await search({ mode: 'image', fileId })
  expect(usual.threshold).toBe(0.5)
  expect(usual.total).toBe(usual.items.length)
  expect(usual.items.map(({ likeness }) => likeness! >= 0.5)).not.toContain(false)
  const all = await search({ mode: 'image', fileId, threshold: 0 })
  expect(all.items.slice(0, usual.total)).toEqual(usual.items)
  expect(usual.below).toBe(all.total - usual.total)
  expect(usual.below).toBeGreaterThan(3)
  expect(all.items[usual.total]!.likeness).toBeLessThan(0.5)
})

test('R2.31 image to image: a picture that is sent, and a region of one; what is no picture is refused in words', async () => {
  const { data } = await sendPicture(await patternPicture(look('rings-blue'), 5))
  expect((await namesOf({ mode: 'image', picture: data.picture }))[0]).toBe('rings-blue.png')
  const response = await server.fetch(pathOf(imageSearchEndpoints.searchPicture, { params: { picture: data.picture } }))
  expect(response.headers.get('content-type')).toBe('image/webp')

  const { id: fileId } = await fileNamed(spaces.floors, 'checks-green.png')
  const region = '0.1,0.1,0.8,0.8' as never
  const [first] = (await search({ mode: 'image', fileId, region })).items
  expect(first).toMatchObject({ file: { name: 'checks-green.png' } })

  expect(await sendPicture('no picture')).toMatchObject({ code: 400685 })
  expect(await sendPicture('')).toMatchObject({ code: 400685 })
  const missing = search({ mode: 'image', picture: 'a'.repeat(64) })
  await expect(missing).rejects.toMatchObject({ reason: 'search.picture-gone' })
  for (const outside of ['0.5,0.5,0.8,0.8', '0,0,0,1', 'a,b,c,d', '1,2']) {
    const request = search({ mode: 'image', fileId, region: outside })
    await expect(request).rejects.toMatchObject({ reason: 'request.invalid' })
  }
})

test('R2.31 R2.38 text: terms with ; between them, in names, tags, labels and prompts, and what must not be', async () => {
  const blue = await fileNamed(spaces.floors, 'rings-blue.png')
  const tagged = { selection: { fileIds: [blue.id] }, add: ['Wet floor', '潮湿'] }
  await server.call(fileOperationEndpoints.tagFiles, { params: { spaceId: spaces.floors }, body: tagged })
  const listed = await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: {} })
  const item = listed.items.find(({ path }) => path.endsWith('checks-red.png'))!
  const { labels } = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
  const box = {
    id: 'a',
    kind: 'box',
    labelId: labels[0]!.id,
    source: 'manual',
    box: { x: 1, y: 1, width: 9, height: 9 },
  } as const
  const body = { baseRevision: 0, shapes: [box], complete: true }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: item.id }, body })
  await server.app.files.setScores(new Map([[blue.id, 80]]))
  await server.platform.jobs.settled()

  const namesBy = (words: string, more = {}) => namesOf({ mode: 'text', words, ...more })
  expect((await search({ mode: 'text', words: 'rings' })).total).toBe(3)
  expect(await namesBy('RINGS; red')).toEqual(['rings-red.png'])
  expect(await namesBy('rings；-red ; -blue')).toEqual(['rings-green.png'])
  expect(await namesBy('wet')).toEqual(['rings-blue.png'])
  expect(await namesBy('潮湿')).toEqual(['rings-blue.png'])
  expect(await namesBy('tag:潮')).toEqual(['rings-blue.png'])
  expect(await namesBy('label:puddle')).toEqual(['checks-red.png'])
  expect(await namesBy('tag:puddle')).toEqual([])
  expect(await namesBy('score>70')).toEqual(['rings-blue.png'])
  expect(await namesBy('score > 90')).toEqual([])
  expect(await namesBy('rings; -score>70')).toEqual(['rings-green.png', 'rings-red.png'])
  expect(await namesBy('stripes; red', { spaces: spaces.walls })).toEqual([])
  expect(await namesBy('100%_"\'; drop table files')).toEqual([])
  expect((await search({ mode: 'text', words: 'puddle' })).items[0]).toMatchObject({
    likeness: null,
    matched: ['label'],
    datasets: [{ id: datasetId, itemId: item.id }],
  })
  expect((await search({ mode: 'text', words: '' })).total).toBe(0)
  await expect(search({ mode: 'text', words: 'score>many' })).rejects.toMatchObject({ reason: 'search.term-invalid' })
  const many = Array.from({ length: 30 }, (_, k) => `word${k}`).join(';')
  await expect(search({ mode: 'text', words: many })).rejects.toMatchObject({ reason: 'search.too-many-terms' })
})

test('R2.31 full: words say which pictures may be there, and the picture which comes first', async () => {
  const { id: fileId } = await fileNamed(spaces.floors, 'checks-blue.png')
  const { items, total } = await search({ mode: 'full', words: 'rings; -green', fileId })
  expect(total).toBe(2)
  expect(items.map(({ file, matched }) => [file.name, matched])).toEqual([
    ['rings-blue.png', ['name']],
    ['rings-red.png', ['name']],
  ])
  expect((await search({ mode: 'full', words: 'label:puddle', fileId })).items[0]).toMatchObject({
    file: { name: 'checks-red.png' },
  })
  expect((await search({ mode: 'full', words: 'rings' })).items.every(({ likeness }) => likeness === null)).toBe(true)
})

test('R2.31 the index keeps in step: new, changed and removed files; a removed file never appears', async () => {
  const { data } = await sendPicture(await patternPicture(look('rings-green'), 1))
  const alike = () => namesOf({ mode: 'image', picture: data.picture })
  expect((await alike())[0]).toBe('rings-green.png')

  await put(spaces.walls, 'new.png', await patternPicture(look('rings-green'), 1))
  await indexUntil(({ indexed }) => indexed === 11)
  expect((await alike()).slice(0, 2)).toEqual(['new.png', 'rings-green.png'])

  await put(spaces.walls, 'new.png', await patternPicture(look('checks-red'), 2))
  await server.platform.jobs.settled()
  await indexUntil((index) => spaceIn(index, spaces.walls).indexed === 2 && !index.isBuilding)
  expect((await alike()).slice(0, 2)).not.toContain('new.png')

  const removed = await fileNamed(spaces.floors, 'rings-green.png')
  const selection = { fileIds: [removed.id] }
  await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId: spaces.floors }, body: { selection } })
  expect(await alike()).not.toContain('rings-green.png')
  await indexUntil(({ isBuilding, spaces: [floors] }) => floors?.indexed === 8 && !isBuilding)
  expect(await alike()).not.toContain('rings-green.png')

  await server.call(imageSearchEndpoints.removeFromSearchIndex, { params: { spaceId: spaces.walls } })
  const index = await indexUntil(({ indexed, isBuilding }) => indexed === 8 && !isBuilding)
  expect(spaceIn(index, spaces.walls)).toMatchObject({ isKept: false, isLeftOut: true, indexed: 0 })
  expect(await search({ mode: 'image', picture: data.picture, threshold: 0 })).toMatchObject({
    total: 8,
    notIndexed: 2,
  })
})

test('R2.31 what is found names no dataset that was deleted', async () => {
  const named = async () => (await search({ mode: 'text', words: 'rings' })).items.flatMap(({ datasets }) => datasets)
  expect(await named()).not.toEqual([])
  await server.call(datasetEndpoints.deleteDataset, { params: { datasetId } })
  expect(await named()).toEqual([])
})
