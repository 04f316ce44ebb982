import { setTimeout as wait } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import { generationEndpoints, type Generation, type ImageInProgress } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { addServer, importWorkflow, shortTimes } from '../engines/comfyui/testing/comfyui-engine.ts'
import { type FakeOptions, startFakeComfyui } from '../engines/comfyui/testing/fake-comfyui.ts'
import { hashWorkflow } from './fill-workflow.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ comfyuiTimes: shortTimes })))
afterAll(() => server.stop())
afterEach(async () => {
  for (const { id } of await server.call(serviceEndpoints.listServices, {}))
    await server.call(serviceEndpoints.deleteService, { params: { serviceId: id } })
})

async function startFake(options: FakeOptions = {}) {
  const fake = await startFakeComfyui(options)
  onTestFinished(() => fake.stop())
  await addServer(server, 'gpu', fake.address)
  return fake
}

let spaces = 0
async function start(config: Partial<GenerationConfigInput>): Promise<Generation> {
  spaces += 1
  const name = `versions-${spaces}`
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  const body = { name: 'floors', width: 128, height: 128, count: 6, items: [{ words: 'a floor' }], ...config }
  return server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
}

const get = ({ id }: Generation) => server.call(generationEndpoints.getGeneration, { params: { generationId: id } })
async function finish(generation: Generation): Promise<Generation> {
  await server.platform.jobs.settled()
  return get(generation)
}
const imagesOf = async ({ id }: Generation) =>
  (await server.call(generationEndpoints.listGeneratedImages, { params: { generationId: id }, query: { limit: 100 } }))
    .items
const checksumsOf = async ({ spaceId }: Generation) =>
  (
    await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: true, limit: 100 } })
  ).items.map(({ checksum }) => checksum)

const checkpointOf = (content: WorkflowContent) => content['4']!.inputs['ckpt_name']

test('R3.09 a workflow that is changed and deleted meanwhile stays as it was for the generation that runs with it', async () => {
  const fake = await startFake({ durationOf: () => 30 })
  const { id, slots, version } = await importWorkflow(server, 'fixed')
  const generation = await start({ workflow: id, loras: [{ name: 'style.safetensors', minimum: 0.2, maximum: 0.9 }] })
  expect(generation.workflowVersion).toBe(version)
  while (fake.executed.length === 0) await wait(5)
  const changed = await server.call(workflowEndpoints.updateWorkflow, {
    params: { workflowId: id },
    body: {
      slots: { ...slots, positivePrompt: [] },
      values: [{ nodeId: '4', input: 'ckpt_name', value: 'dreamshaper_8.safetensors' }],
    },
  })
  expect(changed.version).not.toBe(version)
  expect(checkpointOf(changed.content)).toBe('dreamshaper_8.safetensors')
  await server.call(workflowEndpoints.deleteWorkflow, { params: { workflowId: id } })

  expect(await finish(generation)).toMatchObject({ status: 'success', made: 6, workflowName: 'fixed' })
  const prompts = fake.executed.map(({ prompt }) => prompt)
  expect(new Set(prompts.map(checkpointOf))).toEqual(new Set(['sd_xl_base_1.0.safetensors']))
  expect(new Set(prompts.map((prompt) => prompt['6']!.inputs['text']))).toEqual(new Set(['a floor']))

  const bySeed = new Map(prompts.map((prompt) => [prompt['3']!.inputs['seed'], prompt]))
  for (const { fileId, seed, workflowHash, workflowKept } of await imagesOf(generation)) {
    expect(workflowKept).toBe(true)
    const response = await server.fetch(`/files/${fileId}/workflow`)
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="floors-0000\d\.json"/)
    const content = (await response.json()) as WorkflowContent
    expect(hashWorkflow(content)).toBe(workflowHash)
    const { filename_prefix: _, ...output } = bySeed.get(seed)!['9']!.inputs
    expect({ ...content, 9: { ...content['9'], inputs: output } }).toEqual({
      ...bySeed.get(seed),
      9: { ...bySeed.get(seed)!['9'], inputs: output },
    })
  }

  const { workflow, loras, seed } = generation.config
  await expect(start({ workflow, loras, seed })).rejects.toThrow('workflow no longer exists')
  const again = await finish(await start({ workflow, loras, seed, workflowVersion: version }))
  expect(again).toMatchObject({ status: 'success', made: 6, workflowName: 'fixed', workflowVersion: version })
  expect(await checksumsOf(again)).toEqual(await checksumsOf(generation))
  const { getKeptWorkflow } = generationEndpoints
  expect(await server.call(getKeptWorkflow, { params: { version } })).toEqual({
    version,
    name: 'fixed',
    capabilities: expect.objectContaining({ words: true, loras: true }),
  })
  expect(changed.capabilities.words).toBe(false)
  const unkept = server.call(getKeptWorkflow, { params: { version: changed.version } })
  await expect(unkept).rejects.toThrow('workflow no longer exists')
  const unknown = start({ workflow, workflowVersion: '0'.repeat(64) })
  await expect(unknown).rejects.toThrow('workflow no longer exists')
})

test('only texts of a workflow are replaced, and only where there are some', async () => {
  const { id } = await importWorkflow(server, 'replaced')
  const replace = (nodeId: string, input: string) =>
    server.call(workflowEndpoints.updateWorkflow, {
      params: { workflowId: id },
      body: { values: [{ nodeId, input, value: 'x' }] },
    })
  for (const [nodeId, input] of [
    ['77', 'ckpt_name'],
    ['4', 'nothing'],
    ['3', 'seed'],
    ['4', '__proto__'],
  ] as const) {
    await expect(replace(nodeId, input)).rejects.toThrow(`Node ${nodeId} has no text at ${input}`)
  }
})

test('a file without a workflow says so', async () => {
  const generation = await finish(await start({ count: 1, items: [{ floor: 'wood' }] }))
  expect(generation.workflowVersion).toBeNull()
  const [image] = await imagesOf(generation)
  expect(image!.workflowKept).toBe(false)
  const params = { fileId: image!.fileId! }
  await expect(server.call(generationEndpoints.getFilledWorkflow, { params })).rejects.toThrow('was not kept')
})

async function watchProgress(generation: Generation, isReached: (image: ImageInProgress) => boolean) {
  const params = { generationId: generation.id }
  for (;;) {
    const images = await server.call(generationEndpoints.listImagesInProgress, { params })
    const image = images.find(isReached)
    if (image !== undefined) return image
    await wait(10)
  }
}

test.each([
  ['a preview', undefined, /^data:image\/webp;base64,/],
  ['what is no picture', Buffer.from('<svg onload="alert(1)">'), null],
])('while an image is made its steps are told, and %s is shown as far as it is one', async (_, preview, expected) => {
  const gate = Promise.withResolvers<void>()
  await startFake({ preview, holds: () => gate.promise })
  const { id } = await importWorkflow(server, `progress ${String(expected)}`)
  const generation = await start({ workflow: id, count: 2 })
  const image = await watchProgress(generation, ({ step }) => step === 2)
  expect(image).toMatchObject({ attempt: 0, steps: 4 })
  if (expected === null) expect(image.preview).toBeNull()
  else expect((await watchProgress(generation, (one) => one.preview !== null)).preview).toMatch(expected)
  gate.resolve()
  expect(await finish(generation)).toMatchObject({ status: 'success', made: 2 })
  const params = { generationId: generation.id }
  expect(await server.call(generationEndpoints.listImagesInProgress, { params })).toEqual([])
})
