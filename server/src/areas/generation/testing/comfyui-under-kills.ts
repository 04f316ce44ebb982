import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import { generationEndpoints, type Generation } from '@vermilion/contract/generations'
import { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { readAll } from '../../../testing/read-all.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { type FakeComfyui, type FakeOptions, startFakeComfyui } from '../engines/comfyui/testing/fake-comfyui.ts'

interface Plan {
  readonly images: number
  readonly serverKills: number
  readonly comfyuiKills: number
}

interface Scene {
  readonly random: () => number
  readonly fake: FakeComfyui
  readonly server: KillableServer
  readonly workflow: string
}

export function testComfyuiUnderKills({ images, serverKills, comfyuiKills }: Plan): void {
  describe(`killed at random (seed ${testSeed})`, () => {
    const random = createRandom(testSeed)
    const lossy = { isLossy: false }
    let data = ''
    let scene: Scene
    beforeAll(async () => {
      data = await mkdtemp(join(tmpdir(), 'vermilion-'))
      const fake = await startFakeComfyui({ durationOf: () => 20 + random() * 80, ...lossyAnswers(random, lossy) })
      const server = createKillableServer(data, { VERMILION_IMAGE_GENERATION_URL: fake.address })
      await server.start()
      const body = { name: 'plain', template: 'checkpoint-lora' as const }
      const { id: workflow } = await server.call(workflowEndpoints.importWorkflow, { body })
      scene = { random, fake, server, workflow }
    })
    afterAll(async () => {
      await scene.server.kill()
      await scene.fake.stop()
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
    })

    test(
      `R4.05 answers are lost and the server is killed ${serverKills} times: ComfyUI is asked for no image twice`,
      { timeout: 600_000 },
      async () => {
        lossy.isLossy = true
        const executedSeeds = await generateUnderKills(scene, 'server-killed', images, serverKills, restartServer)
        lossy.isLossy = false
        expect(new Set(executedSeeds).size).toBe(images)
        const submitted = scene.fake.requests.filter(({ method, path }) => method === 'POST' && path === '/prompt')
        expect(submitted).toHaveLength(images)
      },
    )

    test(
      `R4.05 ComfyUI is killed ${comfyuiKills} times: nothing is missing, and it makes no image twice`,
      { timeout: 600_000 },
      async () => {
        const executedSeeds = await generateUnderKills(scene, 'comfyui-killed', images, comfyuiKills, restartComfyui)
        expect(executedSeeds).toHaveLength(new Set(executedSeeds).size)
      },
    )

    test(
      `R4.05 ComfyUI and the server are killed ${comfyuiKills} times together: nothing is missing or made twice`,
      { timeout: 600_000 },
      async () => {
        const executedSeeds = await generateUnderKills(scene, 'both-killed', images, comfyuiKills, restartBoth)
        expect(executedSeeds).toHaveLength(new Set(executedSeeds).size)
      },
    )
  })
}

function lossyAnswers(random: () => number, lossy: { readonly isLossy: boolean }): FakeOptions {
  return {
    losesAnswer: () => lossy.isLossy && random() < 0.2,
    intercept({ method, path }, response) {
      const isLost = lossy.isLossy && method === 'GET' && /^\/(history|view)/.test(path) && random() < 0.1
      if (isLost) response.destroy()
      return isLost
    },
  }
}

async function restartServer({ server }: Scene): Promise<void> {
  await server.kill()
  await server.start()
}

async function restartComfyui({ fake, random }: Scene): Promise<void> {
  await fake.crash()
  await wait(random() * 300)
  await fake.start()
}

async function restartBoth({ fake, server }: Scene): Promise<void> {
  await fake.crash()
  await server.kill()
  await server.start()
  await fake.start()
}

let seeds = 0

async function generateUnderKills(
  scene: Scene,
  name: string,
  images: number,
  kills: number,
  restart: (scene: Scene) => Promise<void>,
): Promise<unknown[]> {
  const { server, fake, random, workflow } = scene
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  seeds += 1
  const items = [{ words: 'a floor' }]
  const body = { name, workflow, width: 128, height: 128, count: images, seed: seeds * 100_000, items }
  const generation = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  const earlier = fake.executed.length
  for (let kill = 0; kill < kills; kill += 1) {
    const enough = Math.floor((images * (kill + 0.5)) / kills)
    const { endedAt } = await waitFor(server, generation, ({ made }) => made >= enough)
    expect(endedAt).toBeNull()
    await wait(random() * 60)
    await restart(scene)
  }
  expect(await waitFor(server, generation)).toMatchObject({
    status: 'success',
    made: images,
    kept: images,
    aside: 0,
    failed: 0,
  })
  await expectAll(server, generation, images)
  expect(fake.remaining()).toBe(0)
  return fake.executed.slice(earlier).map(({ prompt }) => prompt['3']!.inputs['seed'])
}

async function waitFor(
  { call }: KillableServer,
  { id: generationId }: Generation,
  isReached: (generation: Generation) => boolean = () => false,
): Promise<Generation> {
  for (;;) {
    const latest = await call(generationEndpoints.getGeneration, { params: { generationId } })
    if (latest.endedAt !== null || isReached(latest)) return latest
    await wait(20)
  }
}

async function expectAll({ call }: KillableServer, { id, spaceId }: Generation, images: number): Promise<void> {
  const rows = await readAll((query) =>
    call(generationEndpoints.listGeneratedImages, { params: { generationId: id }, query }),
  )
  expect(rows.map(({ number, attempt }) => [number, attempt])).toEqual(
    Array.from({ length: images }, (_, number) => [number, 0]),
  )
  const files = await readAll((query) =>
    call(fileEndpoints.listFiles, { params: { spaceId }, query: { ...query, recursive: true } }),
  )
  expect(files.map(({ name }) => name)).toEqual(
    Array.from({ length: images }, (_, index) => `${String(index + 1).padStart(5, '0')}.png`),
  )
  expect(new Set(files.map(({ checksum }) => checksum)).size).toBe(images)
}
