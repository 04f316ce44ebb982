import { annotationEndpoints, presenceTimes } from '@vermilion/contract/annotation'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { datasetOf, spaceWith } from '../../datasets/testing/pictures.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { clockOf } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'

let server: TestServer
let dataset: Dataset
let ids: string[]
const startTime = Date.now()
/** In seconds; nothing else moves the clock. */
let passed = 0

beforeAll(async () => {
  server = await startTestServer({ clock: clockOf(() => startTime + passed * 1000) })
  const space = await spaceWith(server, 'yard', ['1.png', '2.png', '3.png', '4.png'])
  dataset = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }] })
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  ids = items.map(({ id }) => id)
})
afterAll(() => server.stop())
/** Everybody has left. */
beforeEach(() => {
  passed += presenceTimes.held + 1
})

const asConsole = () => ({ 'x-request-id': newId() })
const at = async (seatId: string, number: number, isLeaving = false) => {
  const input = { params: { itemId: ids[number - 1]! }, body: { seatId, leaving: isLeaving } }
  const { others } = await server.call(annotationEndpoints.reportPresence, input, asConsole())
  return others.map((other) => other.seatId)
}
const next = async (seatId: string, input: { after?: number; filter?: ItemFilter } = {}) => {
  const { after, ...more } = input
  const body = { seatId, ...more, ...(after && { after: ids[after - 1]! }) }
  const request = { params: { datasetId: dataset.id }, body }
  const { itemId } = await server.call(annotationEndpoints.takeNextItem, request, asConsole())
  return itemId === null ? null : ids.indexOf(itemId) + 1
}

test('two people at one image know of each other until one leaves, goes to another image or falls silent', async () => {
  expect(await at('ann', 1)).toEqual([])
  expect(await at('bob', 1)).toEqual(['ann'])
  expect(await at('ann', 1)).toEqual(['bob'])
  await at('bob', 1, true)
  expect(await at('ann', 1)).toEqual([])
  await at('bob', 1)
  await at('bob', 2)
  expect(await at('ann', 1)).toEqual([])
  await at('bob', 1)
  passed += presenceTimes.shown - 1
  expect(await at('ann', 1)).toEqual(['bob'])
  passed += 1
  expect(await at('ann', 1)).toEqual([])
})

test('whoever sits there under which name is told, and an unknown image is refused', async () => {
  await at('bob', 3)
  const report = (itemId: string) =>
    server.call(annotationEndpoints.reportPresence, { params: { itemId }, body: { seatId: 'ann' } })
  expect(await report(ids[2]!)).toEqual({ others: [{ seatId: 'bob', username: 'admin' }] })
  await expect(report('nothing')).rejects.toMatchObject({ reason: 'item.not-found' })
})

test('the next image is one that nobody else is at or was handed; it is free again two minutes later', async () => {
  const handed = await Promise.all([next('ann'), next('bob'), next('cem')])
  expect(handed.toSorted()).toEqual([1, 2, 3])
  passed += presenceTimes.held
  expect([await next('ann'), await next('bob'), await next('cem')]).toEqual([1, 2, 3])
  expect(await next('ann', { after: 1 })).toBe(4)
  expect(await next('bob')).toBe(1)
  expect(await next('cem', { after: 3 })).toBeNull()
  passed += presenceTimes.held - 1
  expect(await next('dan', { after: 3 })).toBeNull()
  passed += 1
  expect(await next('dan', { after: 3 })).toBe(4)
  expect(await next('dan', { after: 3 })).toBe(4)
})

test('R2.26 among those that a filter finds the search begins anew behind the last, but never with the image just left', async () => {
  const complete = (number: number) =>
    server.call(annotationEndpoints.saveAnnotation, {
      params: { itemId: ids[number - 1]! },
      body: { baseRevision: 0, shapes: [], complete: true },
    })
  await complete(2)
  expect(await next('ann', { filter: { status: ['to-label'] } })).toBe(1)
  expect(await next('ann', { filter: { status: ['to-label'] }, after: 1 })).toBe(3)
  expect(await next('bob', { filter: { status: ['to-label'] }, after: 4 })).toBe(1)
  expect(await next('cem', { filter: { status: ['to-label'] }, after: 4 })).toBeNull()
  expect(await next('cem', { filter: { status: ['labeled'] }, after: 4 })).toBe(2)
  expect(await next('cem', { filter: { status: ['labeled'] }, after: 2 })).toBeNull()
  expect(await next('cem', { after: 4 })).toBeNull()
  const change = (itemIds: string[]) =>
    server.call(datasetEndpoints.changeItems, {
      params: { datasetId: dataset.id },
      body: { selection: { itemIds }, change: { addTags: ['night'], removeTags: [] } },
    })
  await change([ids[0]!, ids[2]!])
  passed += presenceTimes.held + 1
  const night: ItemFilter = { tag: 'night' }
  expect(await next('ann', { filter: night, after: 1 })).toBe(3)
  expect(await next('bob', { filter: night, after: 2 })).toBe(1)
  expect(await next('cem', { filter: night, after: 2 })).toBeNull()
  expect(await next('dan', { filter: { ...night, search: '3' }, after: 1 })).toBeNull()
  expect(await next('dan', { filter: { search: '4' } })).toBe(4)
})

test('presence and the next image wait for nobody who writes', async () => {
  await at('ann', 2)
  const database = await openTestDatabase(server.data)
  await database.transaction(async () => {
    expect(await at('ann', 1)).toEqual([])
    expect(await next('bob')).toBe(2)
  })
  await database.close()
})
