import { datasetEndpoints } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { importFile, problemsOf } from '../../testing/imports.ts'
import { malformed, millionPoints } from '../../testing/malformed.ts'
import { datasetOf, spaceWith } from '../../testing/pictures.ts'

const archives = 500
const lanes = 4
/**
 * MiB of growth allowed after many files, and with a ring of a million points. Memory levels off at about 360 after 400 files.
 */
const flat = { many: 500, large: 700 }

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const rss = () => process.memoryUsage().rss / 1024 ** 2

test('R2.05 of 500 malformed files each ends with what is wrong in words; dataset, server and memory are unharmed', async () => {
  const space = await spaceWith(server, 'fuzz', ['1.png', '2.png', '3.png'])
  const dataset = await datasetOf(server, space.id, { name: 'fuzz', labels: [{ name: 'cat' }] })
  const previous = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  const memory = rss()
  const ends = { ready: 0, failed: 0, told: 0 }
  let seed = 0

  async function lane(): Promise<void> {
    while (seed < archives) {
      const own = (seed += 1)
      const { name, content } = await malformed(own)
      const finished = await importFile(server, dataset.id, { name, content, dryRun: true })
      const what = `${own} (${name})`
      expect(['ready', 'failed'], what).toContain(finished.status)
      if (finished.status === 'failed') {
        ends.failed += 1
        expect(finished.error?.en.length, what).toBeGreaterThan(5)
        expect(finished.error?.zh, what).toMatch(/[\u4e00-\u9fff]/)
        expect(finished.error?.en, what).not.toBe('it cannot be read')
      } else ends.ready += 1
      if (finished.problemCount === 0) continue
      ends.told += 1
      const [first] = await problemsOf(server, finished.id)
      expect(first?.reason.en.length, what).toBeGreaterThan(5)
      expect(first?.reason.zh.length, what).toBeGreaterThan(0)
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane))
  expect(ends.ready + ends.failed).toBe(archives)
  expect(ends.told).toBeGreaterThan(archives / 10)
  expect(rss() - memory).toBeLessThan(flat.many)
  const after = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  expect({ ...after, updatedAt: '' }).toEqual({ ...previous, updatedAt: '' })

  const points = await importFile(server, dataset.id, { name: 'points.json', content: millionPoints() })
  expect(points).toMatchObject({ status: 'success', done: { images: 1, annotations: 1 } })
  expect(rss() - memory).toBeLessThan(flat.large)
})
