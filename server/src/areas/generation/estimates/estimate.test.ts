import { generationEndpoints, type Generation } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { generationEstimateEndpoints } from '@vermilion/contract/generations/estimates'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const items = [{ floor: 'tile' }, { floor: 'wood', animal: 'cat' }, { dirt: 'spill' }]
const config = { name: 'floors', width: 256, height: 256, count: 6, seed: 3, items } satisfies GenerationConfigInput

const estimate = (more: Partial<Pick<GenerationConfigInput, 'width' | 'count' | 'byProducts' | 'workflow'>> = {}) => {
  const { width, height, count } = config
  return server.call(generationEstimateEndpoints.estimateGeneration, { body: { width, height, count, ...more } })
}

async function generate(spaceId: string, more: Partial<GenerationConfigInput> = {}): Promise<Generation> {
  const body = { ...config, ...more }
  const { id: generationId } = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  await server.platform.jobs.settled()
  return server.call(generationEndpoints.getGeneration, { params: { generationId } })
}

async function sizeOf({ spaceId, folder }: Generation): Promise<number> {
  const query = { folder, recursive: true, limit: 500 }
  const { items: files } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  return files.reduce((sum, { size }) => sum + size, 0)
}

const secondsOf = ({ startedAt, endedAt }: Generation) =>
  (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1_000

test('R3.09 a generation is estimated by what earlier ones of its workflow took; before the first, its time is not known', async () => {
  const first = await estimate()
  expect(first).toMatchObject({ seconds: null, generations: 0 })
  const withMore = await estimate({ byProducts: ['depth', 'mask'] })
  expect(withMore.bytes).toBeGreaterThan(first.bytes!)

  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
  const plain = await generate(spaceId)
  expect(plain).toMatchObject({ status: 'success', made: 6 })
  const size = await sizeOf(plain)
  expect(first.bytes! / size).toBeGreaterThan(0.5)
  expect(first.bytes! / size).toBeLessThan(2)

  const second = await estimate()
  expect(second).toEqual({ seconds: secondsOf(plain), bytes: size, generations: 1 })
  const larger = await estimate({ width: 512, count: 60 })
  expect(larger.seconds).toBeCloseTo(secondsOf(plain) * 20)
  expect(larger.bytes).toBeCloseTo(size * 20, -2)

  const withByProducts = await generate(spaceId, { name: 'kept beside', byProducts: ['depth', 'mask'] })
  const estimated = (await estimate({ byProducts: ['depth', 'mask'] })).bytes!
  expect(estimated / (await sizeOf(withByProducts))).toBeGreaterThan(0.5)
  expect(estimated / (await sizeOf(withByProducts))).toBeLessThan(2)
})

test('R3.09 deleted images still tell their time, and a workflow that nobody has is refused', async () => {
  const { items: spaces } = await server.call(spaceEndpoints.listSpaces, { query: {} })
  const params = { spaceId: spaces[0]!.id }
  const { items: generations } = await server.call(generationEndpoints.listGenerations, { params, query: {} })
  for (const { id: generationId } of generations)
    await server.call(generationEndpoints.deleteGeneration, { params: { generationId }, query: { images: 'true' } })
  expect(await estimate()).toMatchObject({ generations: 2, seconds: expect.any(Number) as number })
  await expect(estimate({ workflow: 'nobody-has-it' })).rejects.toThrow('This workflow no longer exists')
})
