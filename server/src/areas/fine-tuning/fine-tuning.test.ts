import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { type FineTuning, type FineTuningCreate, fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import { problemsOf } from '@vermilion/contract/fine-tunings/data-check'
import { generationEndpoints } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { isLora, modelEndpoints } from '@vermilion/contract/models'
import { encodeSafetensors } from '@vermilion/contract/safetensors/encode'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetOf, spaceWith } from '../datasets/testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { upload } from '../../testing/upload.ts'
import { uploadPacked } from '../../testing/upload-pack.ts'
import { expectFirstPictures, expectLastSamples } from './testing/expect-list-pictures.ts'
import { waitForTask } from './testing/wait-for-task.ts'

const { checkFineTuning, createFineTuning, listFineTunings } = fineTuningEndpoints
const { getModel, listModels, modelContent, modelSample, modelSampleThumbnail } = modelEndpoints

let server: TestServer
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  const paths = ['1.png', '2.png', '10_oak/3.png', '10_oak/4.png', '10_oak/5.png', 'deep/6.png']
  ;({ id: spaceId } = await spaceWith(server, 'floor', paths))
  await upload(server, { spaceId, path: '1.txt' }, Buffer.from('oak, matt'))
  await upload(server, { spaceId, path: '10_oak/3.txt' }, Buffer.from('oak'))
})
afterAll(() => server.stop())

const few = { steps: 6, sampleEvery: 2, samples: 2, resolution: 32, batch: 2, rank: 2, alpha: 2 }

const order = (more: Partial<FineTuningCreate> = {}): FineTuningCreate => ({
  name: 'lora-oak',
  loraName: 'oak',
  source: { kind: 'space', spaceId },
  triggerWords: 'my oak, floor',
  parameters: few,
  ...more,
})
const create = (more: Partial<FineTuningCreate> = {}): Promise<FineTuning> =>
  server.call(createFineTuning, { body: order(more) })
const endOf = (task: Task) => waitForTask(server, task.id)

test('R2.32 what is missing before a fine-tuning is told before it is started, and refused with what to do', async () => {
  const check = async (source: FineTuningCreate['source'], loraName = 'other') =>
    server.call(checkFineTuning, { body: { source, loraName } })
  const all = await check({ kind: 'space', spaceId })
  expect(all).toEqual({ pictures: 6, captioned: 2, labeled: 0, isNameTaken: false })
  expect(problemsOf(all)).toEqual([{ problem: 'captions-missing', isFatal: false, count: 4 }])
  const some = problemsOf(await check({ kind: 'space', spaceId, folder: '10_oak' }))
  expect(some.map(({ problem }) => problem)).toEqual(['few-pictures', 'captions-missing'])
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const fileIds = items.filter(({ name }) => name === '1.png').map(({ id }) => id)
  expect(await check({ kind: 'space', spaceId, fileIds })).toMatchObject({ pictures: 1, captioned: 1 })

  const { id: empty } = await server.call(spaceEndpoints.createSpace, { body: { name: 'empty', path: 'empty' } })
  const none = { kind: 'space', spaceId: empty } as const
  expect(problemsOf(await check(none))).toEqual([{ problem: 'no-pictures', isFatal: true, count: 0 }])
  await expect(create({ source: none })).rejects.toMatchObject({ reason: 'fine-tuning.no-pictures' })
  await expect(create({ base: 'sdxl' })).rejects.toMatchObject({ reason: 'fine-tuning.base-unfit' })
  await expect(create({ image: 'vermilion/starter-detector' })).rejects.toMatchObject({
    reason: 'fine-tuning.image-unfit',
  })
  await expect(create({ source: { kind: 'space', spaceId: 'gone' } })).rejects.toMatchObject({
    reason: 'space.not-found',
  })
  await expect(create({ parameters: { rank: 0 } })).rejects.toMatchObject({ reason: 'image.parameters-invalid' })
})

test('an image of one’s own may fine-tune on any base, where it can run', async () => {
  const image = { name: 'team/lora', address: 'team/lora:1', framework: 'diffusers', dataFormat: 'coco' } as const
  await server.call(imageEndpoints.createTrainingImage, {
    body: { ...image, labelTypes: ['target-detection'], command: ['/opt/train.py'] },
  })
  const own = { image: 'team/lora', base: 'sdxl', parameters: {} }
  await expect(create(own)).rejects.toMatchObject({ reason: 'image.other-pool' })
  const diffusers = { image: 'vermilion/diffusers-lora', parameters: { rank: 64 } }
  await expect(create({ ...diffusers, base: 'repository:gone' })).rejects.toMatchObject({
    reason: 'fine-tuning.base-missing',
  })
  await expect(create({ ...diffusers, base: 'stabilityai/sdxl' })).rejects.toMatchObject({ reason: 'image.other-pool' })
})

test.each([
  ['R5.01 a task name', { name: 'Not A Name' }],
  ['R5.02 an empty task name', { name: '' }],
  ['a LoRA name that leads elsewhere', { loraName: '../oak' }],
  ['a LoRA name that is a file of its own', { loraName: 'oak.safetensors' }],
  ['trigger words of several lines', { triggerWords: 'oak\nfloor' }],
])('%s is refused', async (_case, more) => {
  await expect(create(more)).rejects.toMatchObject({ reason: 'request.invalid' })
})

test('R1.06 R3.11 R3.12 R4.01 a fine-tuning is a task, and its LoRA is in the model repository, with its samples', async () => {
  const task = await create()
  expect(task).toMatchObject({
    name: 'lora-oak',
    kind: 'fine-tuning',
    status: 'queuing',
    loraName: 'oak',
    triggerWords: 'my oak, floor',
    base: 'materials',
    image: 'vermilion/starter-materials',
    dataSource: { kind: 'space', id: spaceId, name: 'floor' },
    creator: 'admin',
  })
  await expectFirstPictures(server, task)
  await expect(create({ name: 'again' })).rejects.toMatchObject({ reason: 'fine-tuning.name-taken' })
  const last = await endOf(task)
  expect(last).toMatchObject({ status: 'success', failure: null, progress: { done: 6, total: 6, unit: 'steps' } })

  const { items, total } = await server.call(listFineTunings, { query: { status: 'success', sort: 'name' } })
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ id: task.id, loraName: 'oak', modelId: last.modelId })
  await expectLastSamples(server, items[0]!)
  expect((await server.call(listFineTunings, { query: { search: 'nothing like it' } })).total).toBe(0)
  const metrics = await server.call(taskEndpoints.taskMetrics, { params: { taskId: task.id } })
  expect(metrics.columns.slice(0, 2)).toEqual(['step', 'loss'])
  expect(metrics.rows.map(([step]) => step)).toEqual([1, 2, 3, 4, 5, 6])

  const modelId = last.modelId!
  const model = await server.call(getModel, { params: { modelId } })
  if (!isLora(model)) throw new Error('the model is no LoRA')
  expect(model).toMatchObject({
    name: 'oak',
    type: 'lora-model',
    taskId: task.id,
    taskName: 'lora-oak',
    datasetName: 'floor',
    creator: 'admin',
    covers: [],
    lora: { family: 'materials', rank: 2, alpha: 2, triggerWords: ['my oak', 'floor'] },
  })
  expect(model.lora.tags).toContainEqual({ tag: 'oak', count: 11 })
  expect(model.samples.map(({ step, number }) => [step, number])).toEqual(
    [2, 4, 6].flatMap((step) => [0, 1].map((number) => [step, number])),
  )
  expect((await server.call(listModels, { query: { type: 'lora-model' } })).items).toEqual([
    { ...model, samples: model.samples.slice(-2) },
  ])
  expect((await server.call(listModels, { query: { runnable: 'true' } })).total).toBe(0)
  expect((await server.call(listModels, { query: { family: 'sdxl' } })).items).toEqual([])
  const download = await server.fetch(modelContent.path.replace(':modelId', modelId))
  expect(download.headers.get('content-disposition')).toContain('oak.safetensors')
  expect((await download.arrayBuffer()).byteLength).toBe(model.size)
  await expect(
    server.call(modelEndpoints.startInference, {
      params: { modelId },
      body: { name: 'runs', source: { kind: 'space', spaceId } },
    }),
  ).rejects.toMatchObject({ reason: 'model.not-runnable' })

  await server.call(taskEndpoints.deleteTask, { params: { taskId: task.id } })
  await server.platform.jobs.settled()
  const sample = await server.fetch(
    modelSample.path.replace(':modelId', modelId).replace(':step', '4').replace(':number', '1'),
  )
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'image/png'])
  const small = await server.fetch(
    modelSampleThumbnail.path.replace(':modelId', modelId).replace(':step', '4').replace(':number', '1'),
  )
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await server.call(getModel, { params: { modelId } })).taskId).toBeNull()
  expect(await server.call(checkFineTuning, { body: { source: order().source, loraName: 'oak' } })).toMatchObject({
    isNameTaken: true,
  })
})

test('R4.07 one that was stopped goes on from its checkpoint as a task of its own, its steps neither doubled nor missing', async () => {
  const steps = 20_000
  const parameters = { ...few, steps, sampleEvery: steps, samples: 1, batch: 1 }
  const task = await create({ name: 'stopped', loraName: 'stopped', parameters })
  const params = { taskId: task.id }
  const rows = async (taskId: string) => (await server.call(taskEndpoints.taskMetrics, { params: { taskId } })).rows
  await expect.poll(async () => (await rows(task.id)).length, { timeout: 120_000 }).toBeGreaterThan(0)
  await server.call(taskEndpoints.stopTask, { params })
  expect(await server.call(taskEndpoints.getTask, { params })).toMatchObject({ status: 'stopped', isResumable: true })
  const earlier = await rows(task.id)
  expect(earlier.length).toBeLessThan(steps)

  const resumed = await server.call(taskEndpoints.resumeTask, { params })
  expect(resumed).toMatchObject({ name: 'stopped', status: 'queuing', retryOf: task.id })
  const resumedRows = async () => (await rows(resumed.id)).length
  await expect.poll(resumedRows, { timeout: 120_000 }).toBeGreaterThan(earlier.length)
  await server.call(taskEndpoints.stopTask, { params: { taskId: resumed.id } })
  const all = await rows(resumed.id)
  expect(all.map(([step]) => step)).toEqual(Array.from({ length: all.length }, (_, step) => step + 1))
  expect(all.slice(0, earlier.length)).toEqual(earlier)
})

test('R2.32 labels caption the pictures of a dataset that have no text beside them; a LoRA made again has a name of its own', async () => {
  const { id: labeled } = await spaceWith(server, 'labeled', ['a.png', 'b.png'])
  const dataset = await datasetOf(server, labeled, { name: 'labeled', labels: [{ name: 'parquet' }] })
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const draw = (itemId: string, labels: readonly { id: string }[]) => {
    const box = { x: 0, y: 0, width: 4, height: 4 }
    const shapes = labels.map(({ id: labelId }, at) => ({ id: `s${at}`, kind: 'box', labelId, box }) as const)
    return server.call(annotationEndpoints.saveAnnotation, {
      params: { itemId },
      body: { baseRevision: 0, shapes, complete: true },
    })
  }
  await draw(items[0]!.id, dataset.labels)
  await draw(items[1]!.id, [])
  const source = { kind: 'dataset', datasetId: dataset.id } as const
  const check = await server.call(checkFineTuning, { body: { source } })
  expect(check).toMatchObject({ pictures: 2, captioned: 0, labeled: 1 })

  const task = await create({ name: 'of-labels', loraName: 'of-labels', source, parameters: { ...few, steps: 2 } })
  const last = await endOf(task)
  expect(last).toMatchObject({ status: 'success', dataSource: { kind: 'dataset', id: dataset.id }, isResumable: false })
  const params = { taskId: task.id }
  await expect(server.call(taskEndpoints.resumeTask, { params })).rejects.toMatchObject({
    reason: 'task.no-checkpoint',
  })
  const again = await endOf(await server.call(taskEndpoints.retryTask, { params }))
  const tags = [{ tag: 'parquet', count: 1 }]
  for (const [modelId, name] of [
    [last.modelId!, 'of-labels'],
    [again.modelId!, 'of-labels-2'],
  ] as const)
    expect(await server.call(getModel, { params: { modelId } })).toMatchObject({ name, lora: { tags } })
})

const configOf = (loras: GenerationConfigInput['loras']): GenerationConfigInput => ({
  name: 'floors',
  width: 96,
  height: 64,
  count: 2,
  items: [{ floor: 'wood', dirt: 'spill' }],
  loras,
})
const startGeneration = (body: GenerationConfigInput) =>
  server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })

async function generate(loras: GenerationConfigInput['loras']) {
  const { id: generationId, folder } = await startGeneration(configOf(loras))
  await server.platform.jobs.settled()
  const params = { generationId }
  expect(await server.call(generationEndpoints.getGeneration, { params })).toMatchObject({ status: 'success', kept: 2 })
  const { items } = await server.call(generationEndpoints.listGeneratedImages, { params, query: {} })
  const files = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { folder } })
  return { models: items.map(({ models }) => models), checksums: files.items.map(({ checksum }) => checksum) }
}

test('R3.09 a material that fine-tuning learned is laid as the floor; at strength 0 the images are those without it', async () => {
  const none = await generate([])
  const off = await generate([{ name: 'oak', enabled: false, strength: 1 }])
  const zero = await generate([{ name: 'oak', strength: 0 }])
  const full = await generate([{ name: 'oak', strength: 1 }])
  const materials = join(server.data, 'cache', 'materials')
  const folders = await readdir(materials)
  expect(folders).toHaveLength(1)
  for (const folder of folders) await rm(join(materials, folder, 'material-007.png'))
  const again = await generate([{ name: 'oak', strength: 1 }])
  expect(off.checksums).toEqual(none.checksums)
  expect(zero).toEqual(none)
  expect(full.checksums).not.toEqual(none.checksums)
  expect(again).toEqual(full)
  expect(full.models[0]![0]).toMatch(/^oak [0-9a-f]{64}$/)

  const { id: generationId } = await startGeneration({ ...configOf([{ name: 'oak' }]), count: 5_000 })
  const { items } = await server.call(listModels, { query: { search: 'oak' } })
  const deleteModel = () => server.call(modelEndpoints.deleteModel, { params: { modelId: items[0]!.id } })
  await expect(deleteModel()).rejects.toMatchObject({ reason: 'generation.lora-in-use' })
  await server.call(generationEndpoints.stopGeneration, { params: { generationId } })
})

test('R3.09 R5.07 a LoRA that cannot be laid is refused before the start, with what to do', async () => {
  const tensor = {
    name: 'lora_unet_double_blocks_0_img_attn_proj.lora_down.weight',
    type: 'F16',
    shape: [1, 1],
  } as const
  const content = encodeSafetensors([{ ...tensor, bytes: new Uint8Array(2) }], {})
  const { id: models } = await server.call(spaceEndpoints.createSpace, { body: { name: 'models', path: 'models' } })
  await uploadPacked(server, models, [{ path: 'portrait.safetensors', content }])
  const [file] = (await server.call(fileEndpoints.listFiles, { params: { spaceId: models }, query: {} })).items
  await server.call(modelEndpoints.addModel, { body: { fileId: file!.id, name: 'portrait' } })
  const refused = async (loras: GenerationConfigInput['loras']) =>
    startGeneration(configOf(loras)).catch(({ reason }: { reason: string }) => reason)
  expect(await refused([{ name: 'gone' }])).toBe('generation.lora-missing')
  expect(await refused([{ name: 'portrait' }])).toBe('generation.lora-unfit')
  expect(await refused([{ name: 'oak', strength: 3 }])).toBe('generation.lora-strength')
  expect(await refused([{ name: 'oak' }, { name: 'oak' }])).toBe('generation.lora-several')
  expect(await refused([{ name: 'oak', minimum: 1, maximum: 0.5 }])).toBe('generation.range')
})
