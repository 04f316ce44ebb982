import { setTimeout as wait } from 'node:timers/promises'
import { generationEndpoints, type Generation } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { fileEndpoints } from '@vermilion/contract/files'
import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { addServer, importWorkflow, shortTimes } from './testing/comfyui-engine.ts'
import { type FakeComfyui, type FakeOptions, startFakeComfyui } from './testing/fake-comfyui.ts'
import { workflowTemplates } from '../../workflows/templates.ts'

let server: TestServer
const workflows: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer({ comfyuiTimes: { ...shortTimes, patience: 20_000 } })
  for (const [name, content] of Object.entries(workflowTemplates))
    workflows[name] = (await importWorkflow(server, name, content)).id
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const { id } of await server.call(serviceEndpoints.listServices, {}))
    await server.call(serviceEndpoints.deleteService, { params: { serviceId: id } })
})

async function startFake(name: string, options: FakeOptions = {}): Promise<FakeComfyui> {
  const fake = await startFakeComfyui(options)
  onTestFinished(() => fake.stop())
  await addServer(server, name, fake.address, options.token)
  return fake
}

let spaces = 0
async function start(config: Partial<GenerationConfigInput> = {}): Promise<Generation> {
  spaces += 1
  const name = `comfyui-${spaces}`
  const space = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  const items = [{ words: 'a floor' }]
  const base = { name: 'floors', workflow: workflows['checkpoint-lora']!, width: 192, height: 128, count: 4, items }
  return server.call(generationEndpoints.createGeneration, {
    params: { spaceId: space.id },
    body: { ...base, ...config },
  })
}

const get = ({ id }: Generation) => server.call(generationEndpoints.getGeneration, { params: { generationId: id } })
async function finish(generation: Generation): Promise<Generation> {
  await server.platform.jobs.settled()
  return get(generation)
}
const imagesOf = async ({ id }: Generation) =>
  (await server.call(generationEndpoints.listGeneratedImages, { params: { generationId: id }, query: { limit: 500 } }))
    .items
const filesOf = async ({ spaceId }: Generation) =>
  (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: true, limit: 500 } })).items
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await wait(5)
}

test('R1.02 R2.29 R3.09 images come from an imported workflow, with texts as they are, and tell how they came to be', async () => {
  const fake = await startFake('gpu', { token: 'right-71' })
  const words = 'a "cat"\non {a} 木地板 🐈 \\ ${x} %date%'
  const generation = await finish(
    await start({
      items: [{ words }],
      negativePrompt: 'dark',
      loras: [
        { name: 'style.safetensors', strength: 0.4 },
        { name: 'dirt-v2.safetensors', minimum: 0.2, maximum: 0.8 },
      ],
    }),
  )
  expect(generation).toMatchObject({ status: 'success', made: 4, kept: 4, failed: 0, workflowName: 'checkpoint-lora' })
  const images = await imagesOf(generation)
  expect(images.map(({ number, status }) => [number, status])).toEqual([0, 1, 2, 3].map((number) => [number, 'kept']))
  expect(images[0]!.workflowHash).toMatch(/^[\da-f]{64}$/)
  expect(new Set(images.map(({ workflowHash }) => workflowHash)).size).toBe(4)
  expect(images[0]!.models).toEqual(
    expect.arrayContaining(['sd_xl_base_1.0.safetensors', 'style.safetensors', 'dirt-v2.safetensors']),
  )
  const files = await filesOf(generation)
  expect(files.map(({ name, width, height }) => [name, width, height])).toEqual(
    ['00001.png', '00002.png', '00003.png', '00004.png'].map((name) => [name, 192, 128]),
  )
  expect(new Set(files.map(({ checksum }) => checksum)).size).toBe(4)
  expect(fake.executed).toHaveLength(4)
  const bySeed = new Map(fake.executed.map(({ prompt }) => [prompt['3']!.inputs['seed'], prompt]))
  for (const { seed, loras } of images) {
    const prompt = bySeed.get(seed)!
    expect(prompt['6']!.inputs['text']).toBe(words)
    expect(prompt['7']!.inputs['text']).toBe('dark')
    expect(prompt['5']!.inputs).toMatchObject({ width: 192, height: 128, batch_size: 1 })
    expect(prompt['10-2']!.inputs).toMatchObject({
      lora_name: 'dirt-v2.safetensors',
      strength_model: loras[1]!.strength,
    })
  }
  const [file] = files
  const lineage = await server.call(generationEndpoints.getLineage, { params: { fileId: file!.id } })
  expect(lineage).toMatchObject({ generationId: generation.id, models: images[0]!.models })
})

test('R3.09 a style image is brought to the server, and equal configs give equal bytes', async () => {
  const fake = await startFake('gpu')
  const source = await finish(await start({ count: 1 }))
  const [picture] = await filesOf(source)
  const config = { workflow: workflows['style-image']!, styleImage: { fileId: picture!.id, strength: 0.7 }, count: 2 }
  const one = await finish(await start(config))
  const other = await finish(await start(config))
  expect([one.status, other.status]).toEqual(['success', 'success'])
  const contents = async (generation: Generation) => (await filesOf(generation)).map(({ checksum }) => checksum)
  expect(await contents(one)).toEqual(await contents(other))
  const [name, content] = [...fake.uploads][0]!
  expect(name).toMatch(/^vermilion\/[\da-f]{32}\.png$/)
  expect(await sharp(content).metadata()).toMatchObject({ width: 192, height: 128 })
  const { prompt } = fake.executed.at(-1)!
  expect([prompt['14']!.inputs['image'], prompt['3']!.inputs['denoise']]).toEqual([name, 0.3])
  expect(fake.files.size).toBe(3)
})

test('R3.09 each image takes a depth map of a data space', async () => {
  const fake = await startFake('gpu')
  const maps = await finish(await start({ count: 3 }))
  const depthReference = { spaceId: maps.spaceId, strength: 0.5 }
  const generation = await finish(await start({ workflow: workflows['depth-controlnet']!, depthReference, count: 6 }))
  expect(generation).toMatchObject({ status: 'success', made: 6 })
  const prompts = fake.executed.slice(3).map(({ prompt }) => prompt)
  expect(new Set(prompts.map((prompt) => prompt['13']!.inputs['strength']))).toEqual(new Set([0.5]))
  expect(prompts.every((prompt) => fake.uploads.has(String(prompt['12']!.inputs['image'])))).toBe(true)
})

test('a generation is refused with what the servers lack, before anything is written', async () => {
  await expect(start()).rejects.toThrow('No ComfyUI server is set up')
  await startFake('gpu')
  await expect(start({ loras: [{ name: 'dirt.safetensors' }] })).rejects.toThrow(
    'gpu lacks lora_name dirt.safetensors (it has: dirt-v2.safetensors, dirt-v3.safetensors)',
  )
  await expect(start({ workflow: workflows['style-image']! })).rejects.toThrow('gpu lacks image style.png')
})

test('R4.07 a stop ends what runs and takes out what waits, and leaves prompts of others alone', async () => {
  const fake = await startFake('gpu', { durationOf: () => 60_000 })
  const submit = (seed: number) => {
    const prompt = structuredClone(workflowTemplates['checkpoint-lora'])
    prompt['3']!.inputs['seed'] = seed
    const body = JSON.stringify({ prompt, client_id: 'somebody' })
    return fetch(`${fake.address}/prompt`, { method: 'POST', body })
  }
  const generation = await start()
  await until(() => fake.remaining() === 2)
  await submit(77)
  const stopped = await server.call(generationEndpoints.stopGeneration, { params: { generationId: generation.id } })
  expect(stopped).toMatchObject({ status: 'stopped', made: 0 })
  await until(() => fake.remaining() === 1)
  const queue = (await (await fetch(`${fake.address}/queue`)).json()) as {
    queue_running: [number, string, never, object][]
  }
  expect(queue.queue_running[0]![3]).toMatchObject({ client_id: 'somebody' })
})

test('work goes to the least loaded server, and that of a server that dies to another', async () => {
  const slow = await startFake('slow', { durationOf: () => 60_000 })
  const quick = await startFake('quick', { durationOf: () => 10 })
  const generation = await start({ count: 12 })
  await until(() => slow.remaining() > 0 && quick.executed.length >= 4)
  expect(slow.remaining()).toBeLessThan(4)
  await slow.crash()
  expect(await finish(generation)).toMatchObject({ status: 'success', made: 12, failed: 0 })
  expect(quick.executed).toHaveLength(12)
})

test('a server that lacks a model is passed over for one that has it', async () => {
  const models = { checkpoints: [], loras: [], controlnets: [] }
  const bare = await startFake('bare', { models })
  const full = await startFake('full')
  expect(await finish(await start())).toMatchObject({ status: 'success', made: 4 })
  expect([bare.executed.length, full.executed.length]).toEqual([0, 4])
})

test.each([
  ['that takes our ids', {}],
  ['that gives its own ids', { ownIds: true }],
  ['whose socket is closed', { silent: true }],
])('an answer that is lost is looked for: nothing is made twice on a server %s', async (_, options) => {
  let submissions = 0
  const fake = await startFake('gpu', { ...options, losesAnswer: () => (submissions += 1) % 2 === 1 })
  expect(await finish(await start({ count: 6 }))).toMatchObject({ status: 'success', made: 6, failed: 0 })
  expect(fake.executed).toHaveLength(6)
})

test('a server that is started again in the middle loses its queue: nothing is missing, nothing double', async () => {
  const fake = await startFake('gpu', { durationOf: () => 20 })
  const generation = await start({ count: 10 })
  for (const made of [2, 5]) {
    while ((await get(generation)).made < made) await wait(5)
    await fake.crash()
    await wait(100)
    await fake.start()
  }
  expect(await finish(generation)).toMatchObject({ status: 'success', made: 10, kept: 10, failed: 0 })
  const files = await filesOf(generation)
  expect(new Set(files.map(({ checksum }) => checksum)).size).toBe(10)
})

test.each([
  ['is taken', (content: Buffer) => content, 2],
  ['is made again where it is cut off', (content: Buffer) => content.subarray(0, 60), 4],
])('an image that was there before ComfyUI was started again %s', async (_, left, executions) => {
  let isSilent = true
  const fake = await startFake('gpu', {
    intercept({ method, path }, response) {
      const isLost = isSilent && method === 'GET' && path.startsWith('/history')
      if (isLost) response.destroy()
      return isLost
    },
  })
  const generation = await start({ count: 2 })
  await until(() => fake.executed.length === 2)
  await fake.crash()
  for (const [name, content] of fake.files) fake.files.set(name, left(content))
  isSilent = false
  await fake.start()
  expect(await finish(generation)).toMatchObject({ status: 'success', made: 2, failed: 0 })
  expect(fake.executed).toHaveLength(executions)
  expect(new Set((await filesOf(generation)).map(({ checksum }) => checksum)).size).toBe(2)
})

test.each([
  ['no longer has', () => undefined],
  ['names no more', () => true],
])('what ComfyUI made and %s is made again', async (_, isForgotten) => {
  const fake = await startFake('gpu')
  const first = await finish(await start({ count: 2 }))
  fake.files.clear()
  fake.options.emptyWhenCached = isForgotten() === true
  const second = await finish(await start({ count: 2 }))
  expect(second).toMatchObject({ status: 'success', made: 2 })
  const checksums = async (generation: Generation) => (await filesOf(generation)).map(({ checksum }) => checksum)
  expect(await checksums(second)).toEqual(await checksums(first))
})

test('images that fail are told with the reason, the others are made', async () => {
  const message = 'CUDA out of memory'
  await startFake('gpu', { fails: (prompt) => (prompt['6']!.inputs['text'] === 'heavy' ? message : undefined) })
  const generation = await finish(await start({ items: [{ words: 'heavy' }, { words: 'light' }] }))
  expect(generation).toMatchObject({ status: 'success', made: 2, failed: 2 })
  const failed = (await imagesOf(generation)).filter(({ status }) => status === 'failed')
  expect(failed.map(({ error }) => error)).toEqual(Array(2).fill('ComfyUI failed at KSampler (3): CUDA out of memory'))
})
