import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { type GeneratedImage, type Generation, generationEndpoints } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { addServer, importWorkflow, shortTimes } from '../engines/comfyui/testing/comfyui-engine.ts'
import { type FakeComfyui, startFakeComfyui } from '../engines/comfyui/testing/fake-comfyui.ts'

type FileQuery = Parameters<typeof listFiles>[1]

let server: TestServer
let fake: FakeComfyui
let spaceId = ''
let rendered: Generation
let styled: Generation

beforeAll(async () => {
  server = await startTestServer({ comfyuiTimes: shortTimes })
  fake = await startFakeComfyui()
  await addServer(server, 'gpu', fake.address)
  const { id: workflow } = await importWorkflow(server, 'Brushed Style')
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'made', path: 'made' } })).id
  rendered = await generate({
    name: 'rendered',
    items: [
      { scene: 'kitchen', floor: 'tile', dirt: 'spill', dirtCount: 2 },
      { floor: 'wood', animal: 'cat' },
    ],
    width: 96,
    height: 96,
    count: 4,
    seed: 7,
  })
  styled = await generate({
    name: 'styled',
    workflow,
    items: [{ words: 'A Dusty 木地板' }],
    width: 128,
    height: 128,
    count: 2,
    loras: [
      { name: 'style.safetensors', strength: 0.5 },
      { name: 'dirt-v2.safetensors', enabled: false },
    ],
  })
})
afterAll(() => Promise.all([server.stop(), fake.stop()]))

async function generate(body: GenerationConfigInput): Promise<Generation> {
  const generation = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  await server.platform.jobs.settled()
  return server.call(generationEndpoints.getGeneration, { params: { generationId: generation.id } })
}

async function listFiles(space: string, query: object): Promise<SpaceFile[]> {
  const request = { params: { spaceId: space }, query: { recursive: 'true', limit: 500, ...query } }
  return (await server.call(fileEndpoints.listFiles, request)).items
}
const pathsOf = async (query: FileQuery, space = spaceId) => (await listFiles(space, query)).map(({ path }) => path)
const imagesOf = async ({ id: generationId }: Generation): Promise<GeneratedImage[]> =>
  (await server.call(generationEndpoints.listGeneratedImages, { params: { generationId }, query: {} })).items

test('R2.29 R3.07 files are found by how they were generated, and those filters hold together with all others', async () => {
  const images = await imagesOf(rendered)
  const kitchens = images.filter(({ item }) => item.scene === 'kitchen').map(({ path }) => path)
  const woods = images.filter(({ item }) => item.floor === 'wood').map(({ path }) => path)
  const styles = (await imagesOf(styled)).map(({ path }) => path)
  expect([kitchens.length, woods.length, styles.length]).toEqual([2, 2, 2])

  expect(await pathsOf({ generationId: rendered.id })).toEqual(images.map(({ path }) => path))
  expect(await pathsOf({ generationId: 'none' })).toEqual([])
  expect(await pathsOf({ prompt: '2 SPILL' })).toEqual(kitchens)
  expect(await pathsOf({ prompt: 'dusty 木地' })).toEqual(styles)
  expect(await pathsOf({ sceneItem: 'Wood' })).toEqual(woods)
  expect(await pathsOf({ sceneItem: '2 spill' })).toEqual([])
  expect(await pathsOf({ workflow: 'brushed' })).toEqual(styles)
  expect(await pathsOf({ workflow: 'floor scenes', sceneItem: 'cat' })).toEqual(woods)
  expect(await pathsOf({ lora: 'STYLE.safe' })).toEqual(styles)
  expect(await pathsOf({ lora: 'dirt-v2' })).toEqual([])
  expect(await pathsOf({ seed: images[3]!.seed })).toEqual([images[3]!.path])
  const [{ workflowHash, path }] = (await imagesOf(styled)) as [GeneratedImage]
  expect(await pathsOf({ workflowHash })).toEqual([path])
  expect(await pathsOf({ prompt: '%' })).toEqual([])
  expect(await pathsOf({ generationId: rendered.id, search: '00002' })).toEqual([images[1]!.path])
  expect(await pathsOf({ generationId: rendered.id, kind: 'text' })).toEqual([])
  const counted = await server.call(fileEndpoints.countFiles, {
    params: { spaceId },
    query: { recursive: true, lora: 'style' },
  })
  expect(counted.files).toBe(2)
})

test('R2.29 a copy is found as the image that it is of, also from the trash, and no longer once its content is another', async () => {
  const { id: other } = await server.call(spaceEndpoints.createSpace, { body: { name: 'copies', path: 'copies' } })
  const copyPaths = () => pathsOf({ generationId: rendered.id }, other)
  const selection = { fileIds: [], folders: [], except: [] }
  await server.call(fileOperationEndpoints.copyFiles, {
    params: { spaceId },
    body: { selection: { ...selection, filter: { recursive: true, sceneItem: 'cat' } }, target: { spaceId: other } },
  })
  const copies = await listFiles(other, {})
  expect(copies).toHaveLength(2)
  expect(await copyPaths()).toEqual(copies.map(({ path }) => path))

  await server.call(fileOperationEndpoints.deleteFiles, {
    params: { spaceId: other },
    body: { selection: { ...selection, filter: { recursive: true } } },
  })
  expect(await copyPaths()).toEqual([])
  await server.call(trashEndpoints.restoreFiles, { params: { spaceId: other }, body: { all: true } })
  await server.platform.jobs.settled()
  expect(await copyPaths()).toHaveLength(2)

  const [{ path }] = copies as [SpaceFile]
  await server.app.files.addFile({ spaceId: other, path, source: contentOf('another content') })
  expect(await copyPaths()).toHaveLength(1)
})

async function* contentOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

test('R1.02 R2.29 equal seeds give equal bytes, and yet each file is of its own generation', async () => {
  const again = await generate({ ...rendered.config, name: 'again' })
  expect((await listFiles(spaceId, { generationId: again.id })).map(({ checksum }) => checksum)).toEqual(
    (await listFiles(spaceId, { generationId: rendered.id })).map(({ checksum }) => checksum),
  )
  expect(await pathsOf({ generationId: again.id })).toEqual((await imagesOf(again)).map(({ path }) => path))
  expect(await pathsOf({ generationId: rendered.id })).toEqual((await imagesOf(rendered)).map(({ path }) => path))
  const { fileId } = (await imagesOf(again))[0]!
  const lineage = await server.call(generationEndpoints.getLineage, { params: { fileId: fileId! } })
  expect(lineage).toMatchObject({ generationId: again.id, workflow: 'floor-scenes', workflowName: 'Floor scenes' })
})

test('R2.29 R3.10 images of a dataset are found by how they were generated and by the score of their file, which they follow', async () => {
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, {
    body: { name: 'made', format: 'coco', type: 'image', labelType: 'target-detection', spaceId, folder: '' },
  })
  await server.platform.jobs.settled()
  const list = async (query: ItemFilter) =>
    (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query })).items
  const paths = async (query: ItemFilter) => (await list(query)).map(({ path }) => path)
  const of = async (generation: Generation) => (await imagesOf(generation)).map(({ path }) => path)
  expect(await paths({ generationId: styled.id })).toEqual(await of(styled))
  expect(await paths({ prompt: 'dusty' })).toEqual(await of(styled))
  expect(await paths({ lora: 'style' })).toEqual(await of(styled))
  expect(await paths({ generationId: rendered.id, sceneItem: 'cat' })).toHaveLength(2)
  const [{ seed, workflowHash, path, fileId }] = (await imagesOf(styled)) as [GeneratedImage]
  expect(await paths({ seed })).toEqual([path])
  expect(await paths({ seed: seed + 1 })).toEqual([])
  expect(await paths({ workflowHash: workflowHash!.toUpperCase() })).toEqual([path])
  expect(await paths({ workflowHash: workflowHash!, seed: seed + 1 })).toEqual([])
  expect(await paths({ seed, generationId: rendered.id })).toEqual([])
  expect([await paths({ seed, search: '0001' }), await paths({ seed, search: '0002' })]).toEqual([[path], []])
  expect(await paths({ minimumScore: 0 })).toEqual([])
  expect(new Set((await list({})).map(({ score }) => score))).toEqual(new Set([null]))

  await server.call(dataEvaluationEndpoints.createDataEvaluation, {
    params: { spaceId },
    body: { name: 'look', selection: { folders: [styled.folder] }, models: [statisticsScorer] },
  })
  await server.platform.jobs.settled()
  const scores = (await listFiles(spaceId, { folder: styled.folder })).map(({ score }) => score)
  expect((await list({ minimumScore: 0 })).map(({ score }) => score)).toEqual(scores)
  expect((await imagesOf(styled)).map(({ fileScore }) => fileScore)).toEqual(scores)
  expect(await paths({ maximumScore: 100 })).toEqual(await of(styled))
  expect(await paths({ minimumScore: 0, generationId: rendered.id })).toEqual([])

  await server.call(datasetEndpoints.changeItems, {
    params: { datasetId },
    body: { selection: { filter: { lora: 'style', minimumScore: 0 }, except: [] }, change: { split: 'test' } },
  })
  await server.platform.jobs.settled()
  expect(await paths({ split: ['test'] })).toEqual(expect.arrayContaining(await of(styled)))
  await server.call(datasetEndpoints.changeItems, {
    params: { datasetId },
    body: { selection: { filter: { seed, workflowHash: workflowHash! }, except: [] }, change: { addTags: ['one'] } },
  })
  await server.platform.jobs.settled()
  expect(await paths({ tag: 'one' })).toEqual([path])

  const later = await generate({ ...styled.config, name: 'later', seed: 9 })
  const { id: fresh } = await server.call(datasetEndpoints.createDataset, {
    body: { name: 'fresh', format: 'coco', type: 'image', labelType: 'target-detection', spaceId, folder: '' },
  })
  await server.platform.jobs.settled()
  const freshly = async (query: ItemFilter) =>
    (await server.call(datasetEndpoints.listItems, { params: { datasetId: fresh }, query })).items
  expect((await freshly({ minimumScore: 0 })).map(({ score }) => score)).toEqual(scores)
  expect((await freshly({ generationId: later.id })).map((image) => image.path)).toEqual(await of(later))

  const selection = { fileIds: [fileId!], folders: [], except: [] }
  await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body: { selection } })
  await server.platform.jobs.settled()
  expect((await list({ seed })).map((image) => [image.path, image.available])).toEqual([[path, false]])
})
