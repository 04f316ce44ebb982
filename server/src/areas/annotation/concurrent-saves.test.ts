import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { Shape } from '@vermilion/contract/labels/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetOf, spaceWith } from '../datasets/testing/pictures.ts'
import { dataProblems } from '../../testing/check-problems.ts'
import { createRandom, testSeed } from '../../testing/seeded-random.ts'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

interface Confirmed {
  readonly revision: number
  readonly shapes: readonly Shape[]
}

test(`labels that many save at once, some twice and some on old revisions, are lost and doubled nowhere (seed ${testSeed})`, async () => {
  const random = createRandom(testSeed)
  const below = (limit: number) => Math.floor(random() * limit)
  const names = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png']
  const space = await spaceWith(server, 'concurrent', names)
  const labels = ['one', 'two', 'three', 'four'].map((name) => ({ name }))
  // Both are saved into at once, so that what one changes is never taken for the other's.
  const datasets = [
    await datasetOf(server, space.id, { name: 'first', labels }),
    await datasetOf(server, space.id, { name: 'second', labels }),
  ]
  const images = await Promise.all(
    datasets.map(async ({ id, labels: own }) => {
      const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: id }, query: {} })
      return items.map((item) => ({ id: item.id, labels: own, confirmed: [] as Confirmed[] }))
    }),
  )
  const all = images.flat()
  let confirmedSeconds = 0
  let conflicts = 0

  async function save(at: number): Promise<void> {
    const image = all[below(all.length)]!
    // No two saves have the same shapes, which would make one a replay of the other.
    const shapes = Array.from({ length: 1 + below(4) }, (_, index): Shape => {
      const box = { x: below(10), y: below(10), width: 2, height: 3 }
      return { id: `${at} ${index}`, kind: 'box', labelId: image.labels[below(4)]!.id, source: 'manual', box }
    })
    const baseRevision = image.confirmed.at(-1)?.revision ?? 0
    const body = { baseRevision, shapes, complete: below(2) === 0, seconds: 1 }
    const call = () =>
      server.call(annotationEndpoints.saveAnnotation, { params: { itemId: image.id }, body }, requestId(at))
    const responses = await Promise.allSettled(below(3) === 0 ? [call(), call()] : [call()])
    const revisions = responses.map((response) =>
      response.status === 'fulfilled' ? response.value.revision : String(response.reason.reason),
    )
    // Both calls of one id are answered alike.
    expect(new Set(revisions).size).toBe(1)
    const revision = revisions[0] ?? 'no answer'
    if (typeof revision === 'string') {
      expect(revision).toBe('annotation.conflict')
      conflicts += 1
    } else if (revision !== baseRevision) {
      image.confirmed.push({ revision, shapes })
      confirmedSeconds += 1
    }
  }

  let next = 0
  const saver = async () => {
    while (next < 200) await save(next++)
  }
  await Promise.all(Array.from({ length: 12 }, saver))

  expect(conflicts).toBeGreaterThan(0)
  for (const { id, confirmed } of all) {
    const inOrder = confirmed.toSorted((one, other) => one.revision - other.revision)
    // Each revision was confirmed to one save alone, and none is missing.
    expect(inOrder.map(({ revision }) => revision)).toEqual(inOrder.map((_, at) => at + 1))
    const read = await server.call(annotationEndpoints.getAnnotation, { params: { itemId: id } })
    expect(read).toEqual({ itemId: id, revision: inOrder.length, shapes: inOrder.at(-1)?.shapes ?? [] })
  }
  expect(await dataProblems(server)).toEqual([])

  const database = await openTestDatabase(server.data)
  const query = database.query<{
    datasetWorkTimes: { seconds: number }
    datasetItems: { datasetId: string; stamp: number }
  }>()
  const times = await query.selectFrom('datasetWorkTimes').select('seconds').execute()
  expect(times.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(confirmedSeconds)
  // Every change of a dataset has a stamp of its own: who follows them misses none.
  for (const { id } of datasets) {
    const stamps = await query.selectFrom('datasetItems').select('stamp').where('datasetId', '=', id).execute()
    expect(new Set(stamps.map(({ stamp }) => stamp)).size).toBe(names.length)
  }
  await database.close()
})

const requestId = (at: number) => ({ 'x-request-id': `save-number-${String(at).padStart(9, '0')}` })
