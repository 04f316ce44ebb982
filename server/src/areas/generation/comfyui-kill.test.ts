import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generationEndpoints, type Generation } from '@vermilion/contract/generations'
import { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { type FakeComfyui, startFakeComfyui } from './engines/comfyui/testing/fake-comfyui.ts'

let data = ''
let server: KillableServer
let fake: FakeComfyui
let workflow = ''

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-'))
  fake = await startFakeComfyui({ durationOf: () => 60 })
  server = createKillableServer(data, { VERMILION_IMAGE_GENERATION_URL: fake.address })
  await server.start()
  const body = { name: 'plain', template: 'checkpoint-lora' as const }
  workflow = (await server.call(workflowEndpoints.importWorkflow, { body })).id
})
afterAll(async () => {
  await server.kill()
  await fake.stop()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

const count = 12

async function start(name: string, seed: number): Promise<Generation> {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  const body = { name, workflow, width: 128, height: 128, count, seed, items: [{ words: 'a floor' }] }
  return server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
}

const get = ({ id }: Generation) => server.call(generationEndpoints.getGeneration, { params: { generationId: id } })

async function waitFor(generation: Generation, isReached: (current: Generation) => boolean): Promise<Generation> {
  for (;;) {
    const current = await get(generation)
    if (isReached(current)) return current
    await wait(20)
  }
}

async function expectAll(generation: Generation): Promise<void> {
  const current = await waitFor(generation, ({ status }) => ['success', 'failed', 'stopped'].includes(status))
  expect(current).toMatchObject({ status: 'success', made: count, kept: count, failed: 0 })
  const params = { spaceId: generation.spaceId }
  const { items } = await server.call(fileEndpoints.listFiles, { params, query: { recursive: true, limit: 100 } })
  expect(items.map(({ name }) => name)).toEqual(
    Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(5, '0')}.png`),
  )
  expect(new Set(items.map(({ checksum }) => checksum)).size).toBe(count)
}

test('R4.05 a server that is killed finds the prompts that it gave away: ComfyUI makes none of them twice', async () => {
  const generation = await start('killed', 1)
  for (const made of [2, 7]) {
    await waitFor(generation, (current) => current.made >= made)
    await server.kill()
    await server.start()
  }
  await expectAll(generation)
  expect(fake.executed).toHaveLength(count)
})

test('R4.05 also where ComfyUI is killed with it, nothing is missing and nothing double', async () => {
  const generation = await start('both-killed', 2)
  for (const made of [2, 7]) {
    await waitFor(generation, (current) => current.made >= made)
    await fake.crash()
    await server.kill()
    await server.start()
    await fake.start()
  }
  await expectAll(generation)
})
