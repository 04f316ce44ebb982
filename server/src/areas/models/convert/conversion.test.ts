import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { wholeImage } from '@vermilion/contract/labels/whole-image'
import { modelEndpoints } from '@vermilion/contract/models'
import { type Conversion, conversionEndpoints, type ConversionKind } from '@vermilion/contract/models/conversions'
import { lineageEndpoints } from '@vermilion/contract/models/lineage'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { itemsOf, makeRedDataset, quarters, save } from '../../datasets/testing/red-dataset.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { inferenceModel } from '../testing/inference-model.ts'
import { oblongClassifier } from '../testing/oblong-models.ts'
import { colourClassifier, layeredClassifier } from '../testing/onnx.ts'

const { convertModel, listConversions } = conversionEndpoints

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
let data: { datasetId: string; versionId: string }
let source: string

beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
  const pictures = { 'a.png': [1, 0.8, 0, 0.9], 'b.png': [0.9, 0, 0, 0], 'c.png': [0, 0.7, 0, 1] }
  const labels = ['red', 'green', 'blue']
  const about = { name: 'reds', pictures, labels, labelType: 'picture-classification' } as const
  const dataset = await makeRedDataset(server, about)
  for (const item of (await itemsOf(server, dataset.id)).values())
    await save(server, item, [wholeImage(dataset.labels[0]!.id)], true)
  const params = { datasetId: dataset.id }
  const { id: versionId } = await server.call(datasetEndpoints.createVersion, { params, body: { name: 'first' } })
  await server.platform.jobs.settled()
  data = { datasetId: dataset.id, versionId }
  source = await bring('layers', layeredClassifier())
})
afterAll(() => server.stop())

async function bring(name: string, content: Buffer): Promise<string> {
  const fileId = await files.fileWith(content)
  return (await server.call(modelEndpoints.addModel, { body: { fileId, name } })).id
}

async function convert(modelId: string, kind: ConversionKind): Promise<Conversion> {
  const { id } = await server.call(convertModel, { params: { modelId }, body: { kind, ...data } })
  return untilOf(modelId, id, ({ status }) => status !== 'processing')
}

async function untilOf(modelId: string, id: string, isReached: (one: Conversion) => boolean): Promise<Conversion> {
  for (;;) {
    const { items } = await server.call(listConversions, { params: { modelId }, query: {} })
    const match = items.find((one) => one.id === id)
    if (match !== undefined && isReached(match)) return match
    await delay(50)
  }
}

async function scoresOf(modelId: string): Promise<number[]> {
  const model = inferenceModel(await server.call(modelEndpoints.getModel, { params: { modelId } }))
  const response = await server.app.models.predictor.predict(model, await quarters([1, 0.5, 0, 0.9]))
  if (!('scores' in response)) throw new Error(JSON.stringify(response))
  return response.scores ?? []
}

const contentOf = async (modelId: string) => {
  const { checksum } = await server.call(modelEndpoints.getModel, { params: { modelId } })
  return buffer(await server.platform.blobs.open(checksum))
}

test.each([
  // Rounds only weights to 11 bits, or everything to 8.
  ['float16', 1e-3, ['float16'], 'Cast'],
  ['int8', 0.1, ['int8'], 'QuantizeLinear'],
  ['dynamic', 1e-6, ['dynamic'], 'batch'],
] as const)(
  'R2.33 a model becomes %s as the next version of its name, checked and measured',
  async (kind, most, tags, mark) => {
    const done = await convert(source, kind)
    expect(done).toMatchObject({ status: 'success', problem: null, kind, progress: null, jobId: null })
    expect(done.largestDifference).toBeLessThan(most)
    const model = await server.call(modelEndpoints.getModel, { params: { modelId: done.modelId! } })
    expect(model).toMatchObject({
      name: 'layers',
      version: done.modelVersion,
      tags,
      stage: 'draft',
      labels: ['red', 'green', 'blue'],
    })
    const [own, other] = [await scoresOf(source), await scoresOf(done.modelId!)]
    for (const [label, score] of own.entries()) expect(Math.abs(other[label]! - score)).toBeLessThan(most)
    expect((await contentOf(done.modelId!)).includes(mark)).toBe(true)
    if (kind !== 'dynamic') expect(own.some((score, label) => score !== other[label])).toBe(true)

    const measured = await untilOf(source, done.id, ({ measuring }) => measuring !== 'running')
    expect(measured).toMatchObject({ measuring: 'done', previous: { figure: 'top1' } })
    expect(measured.result!.value).toBe(measured.previous!.value)
    const lineage = await server.call(lineageEndpoints.modelLineage, { params: { modelId: done.modelId! } })
    expect(lineage.from).toContainEqual(
      expect.objectContaining({ relation: 'source', id: source, name: 'layers v1', detail: kind }),
    )
    expect(lineage.to).toContainEqual(
      expect.objectContaining({
        relation: 'evaluation',
        measured: expect.objectContaining({ figure: 'top1', images: 3, versionNumber: 1 }),
      }),
    )
    const { to } = await server.call(lineageEndpoints.modelLineage, { params: { modelId: source } })
    expect(to).toContainEqual(expect.objectContaining({ relation: 'conversion', id: done.modelId, detail: kind }))
  },
)

test('R2.33 runs that measured a conversion and are deleted, and a version that is, say that it is not measured', async () => {
  const params = { datasetId: data.datasetId }
  const { labels } = await server.call(datasetEndpoints.getDataset, { params })
  const [item] = (await itemsOf(server, data.datasetId)).values()
  await save(server, item!, [wholeImage(labels[1]!.id)], true)
  const { id: versionId } = await server.call(datasetEndpoints.createVersion, { params, body: { name: 'second' } })
  await server.platform.jobs.settled()
  const body = { kind: 'float16', datasetId: data.datasetId, versionId } as const
  const { id } = await server.call(convertModel, { params: { modelId: source }, body })
  const isOver = ({ status, measuring }: Conversion) => status !== 'processing' && measuring !== 'running'
  const done = await untilOf(source, id, isOver)
  expect(done).toMatchObject({ measuring: 'done' })
  for (const modelId of [source, done.modelId!]) {
    const { to } = await server.call(lineageEndpoints.modelLineage, { params: { modelId } })
    for (const entry of to.filter(({ measured }) => measured?.versionId === versionId)) {
      await server.call(taskEndpoints.deleteTask, { params: { taskId: entry.id! } })
      expect(await untilOf(source, id, isOver)).toMatchObject({ status: 'success', measuring: 'failed' })
    }
  }
  await server.call(datasetEndpoints.deleteVersion, { params: { versionId } })
  expect(await untilOf(source, id, isOver)).toMatchObject({ measuring: 'removed', previous: null, result: null })
})

test('R2.33 an oblong input is left open by its own height and width', async () => {
  const oblong = await bring('oblong', oblongClassifier())
  const opened = await convert(oblong, 'dynamic')
  expect([opened.problem, opened.detail]).toEqual([null, ''])
})

test('R2.33 what keeps a model from being converted is told, and a deleted one stays in the lineage by name', async () => {
  const plain = await bring('plain', colourClassifier())
  const refused = await convert(plain, 'int8')
  expect(refused).toMatchObject({ status: 'failed', problem: 'operators', modelId: null })
  expect(refused.detail).toContain('GlobalAveragePool, Flatten, Softmax')
  expect(await convert(plain, 'float16')).toMatchObject({ status: 'failed', problem: 'operators' })
  const elsewhere = { kind: 'int8', ...data, versionId: 'none' } as const
  await expect(server.call(convertModel, { params: { modelId: source }, body: elsewhere })).rejects.toMatchObject({
    reason: 'version.not-found',
  })
  const { items } = await server.call(listConversions, { params: { modelId: source }, query: {} })
  await server.call(modelEndpoints.deleteModel, { params: { modelId: items[0]!.modelId! } })
  const { to } = await server.call(lineageEndpoints.modelLineage, { params: { modelId: source } })
  expect(to.find(({ relation, id }) => relation === 'conversion' && id === null)).toMatchObject({ name: 'layers' })
})
