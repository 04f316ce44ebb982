import { setTimeout as delay } from 'node:timers/promises'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { LabelErrorRanking } from '@vermilion/contract/auto-label/label-errors'
import type { Box } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { itemsOf, makeRedDataset, save, side } from '../../datasets/testing/red-dataset.ts'
import { addModel } from '../../models/testing/add-model.ts'
import { redDetector } from '../../models/testing/onnx.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: { concurrency: 1 } })
  await addModel(server, 'reds', redDetector())
})
afterAll(() => server.stop())

const half = side / 2
const upperLeft = { x: 0, y: 0, width: half, height: half }
const upperRight = { ...upperLeft, x: half }
const upperHalf = { ...upperLeft, width: side }
const loose = { x: 0, y: 0, width: half + 4, height: half }

async function untilRanked(rankingId: string): Promise<LabelErrorRanking> {
  for (;;) {
    const ranking = await server.call(autoLabelEndpoints.getLabelErrorRanking, { params: { rankingId } })
    if (ranking.endedAt !== null) return ranking
    await delay(20)
  }
}
async function rank(datasetId: string) {
  const body = { labeller: 'model:reds' }
  const { id } = await server.call(autoLabelEndpoints.startLabelErrorRanking, { params: { datasetId }, body })
  return untilRanked(id)
}
const list = (rankingId: string, query: object = {}) =>
  server.call(autoLabelEndpoints.listRankedImages, { params: { rankingId }, query })

test('R1.03 R2.24 a model ranks labels by how probable an error is; what is right or mended is no longer open', async () => {
  const pictures = {
    'class.png': [1, 0, 0, 0],
    'fits.png': [1, 0, 0, 0],
    'loose.png': [1, 0, 0, 0],
    'missing.png': [1, 1, 0, 0],
    'open.png': [1, 0, 0, 0],
  }
  const { id: datasetId, labels } = await makeRedDataset(server, { name: 'wrong', pictures, labels: ['red', 'blue'] })
  const [red, blue] = labels.map(({ id }) => id)
  const labelOf = (box: Box, labelId = red!): Shape => ({ id: 'own', kind: 'box', box, labelId, source: 'manual' })
  const items = await itemsOf(server, datasetId)
  await save(server, items.get('class.png')!, [labelOf(upperLeft, blue)], true)
  await save(server, items.get('fits.png')!, [labelOf(upperLeft)], true)
  await save(server, items.get('loose.png')!, [labelOf(loose)], true)
  await save(server, items.get('missing.png')!, [labelOf(upperLeft)], true)

  const ranking = await rank(datasetId)
  expect(ranking).toMatchObject({ status: 'success', number: 1, images: 4, done: 4, failed: 0, error: null })
  expect(ranking).toMatchObject({ labeller: { name: 'reds' }, folds: [] })
  expect(ranking.open).toEqual({ all: 3, missing: 1, class: 1, location: 1, pixels: 0 })
  const page = await list(ranking.id)
  expect(page.items.map(({ item }) => item.path).toSorted()).toEqual([
    'class.png',
    'fits.png',
    'loose.png',
    'missing.png',
  ])
  expect(page.items.at(-1)).toMatchObject({ item: { path: 'fits.png' }, score: 0, findings: [] })
  const scores = page.items.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  const byPath = new Map(page.items.map((image) => [image.item.path, image]))
  expect(byPath.get('class.png')?.findings).toMatchObject([
    { kind: 'class', shapeId: 'own', labelId: blue, suggestedLabelId: red, isDismissed: false },
  ])
  expect(byPath.get('missing.png')?.findings).toMatchObject([
    { kind: 'missing', shapeId: null, suggestedLabelId: red, box: upperRight },
  ])
  expect(byPath.get('loose.png')?.findings).toMatchObject([{ kind: 'location', shapeId: 'own', box: upperLeft }])

  const open = await list(ranking.id, { open: true })
  expect(open.items).toHaveLength(3)
  const [first, second, third] = open.items
  const opened = (itemId: string, kind?: string) =>
    server.call(autoLabelEndpoints.getRankedImage, {
      params: { rankingId: ranking.id, itemId },
      query: { kind } as never,
    })
  expect(await opened(second!.item.id)).toMatchObject({
    position: 2,
    total: 3,
    previousId: first!.item.id,
    nextId: third!.item.id,
  })
  const onlyMissing = await list(ranking.id, { kind: 'missing' })
  expect(onlyMissing.items.map(({ item }) => item.path)).toEqual(['missing.png'])
  expect(await opened(onlyMissing.items[0]!.item.id, 'missing')).toMatchObject({ position: 1, total: 1, nextId: null })

  const dismiss = (itemId: string, body: object) =>
    server.call(autoLabelEndpoints.dismissFinding, { params: { rankingId: ranking.id, itemId }, body: body as never })
  const missing = byPath.get('missing.png')!.item
  expect(await dismiss(missing.id, { finding: 0 })).toMatchObject({ score: 0, findings: [{ isDismissed: true }] })
  expect(await reasonOf(dismiss(missing.id, { finding: 1 }))).toBe('label-errors.no-finding')
  await dismiss(byPath.get('loose.png')!.item.id, { finding: 0 })
  await dismiss(byPath.get('loose.png')!.item.id, { finding: 0, isDismissed: false })
  await save(server, byPath.get('class.png')!.item, [labelOf(upperLeft)], true)
  const openImages = await list(ranking.id, { open: true })
  expect(openImages.items.map(({ item }) => item.path)).toEqual(['loose.png'])
  expect((await list(ranking.id)).items.find(({ item }) => item.path === 'class.png')).toMatchObject({ isEdited: true })

  // Another ranking finds the same, and knows what somebody said to be right.
  const again = await rank(datasetId)
  expect(again).toMatchObject({ number: 2, open: { all: 1, missing: 0, class: 0, location: 1 } })
  // A label that was moved since is another label.
  await dismiss(byPath.get('loose.png')!.item.id, { finding: 0 })
  await save(server, byPath.get('loose.png')!.item, [labelOf(upperHalf)], true)
  expect(await rank(datasetId)).toMatchObject({ open: { all: 1, location: 1 } })

  const params = { rankingId: ranking.id }
  expect(await reasonOf(server.call(autoLabelEndpoints.stopLabelErrorRanking, { params }))).toBe('label-errors.ended')
  await server.call(autoLabelEndpoints.deleteLabelErrorRanking, { params })
  expect(await reasonOf(server.call(autoLabelEndpoints.getLabelErrorRanking, { params }))).toBe(
    'label-errors.not-found',
  )
  const { items: rankings } = await server.call(autoLabelEndpoints.listLabelErrorRankings, {
    params: { datasetId },
    query: {},
  })
  expect(rankings.map(({ number }) => number)).toEqual([3, 2])
})

test('R1.03 R2.24 trainings judge each the images that they did not learn from', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}.png`)
  const pictures = Object.fromEntries(names.map((name, index) => [name, [1, index / 12, 0, 0]]))
  const { id: datasetId, labels } = await makeRedDataset(server, { name: 'folds', pictures })
  const items = await itemsOf(server, datasetId)
  const shape = { id: 'own', kind: 'box', box: upperLeft, labelId: labels[0]!.id, source: 'manual' } as const
  for (const item of items.values()) await save(server, item, [shape], true)
  const start = (parameters: object) =>
    server.call(autoLabelEndpoints.startLabelErrorRanking, {
      params: { datasetId },
      body: { folds: 2, parameters },
    })
  const { id } = await start({ epochs: 1, inputSize: 64, width: 8 })
  expect(await reasonOf(start({}))).toBe('label-errors.under-way')
  const ranking = await untilRanked(id)
  expect(ranking).toMatchObject({ status: 'success', labeller: null, images: 12, done: 12, failed: 0 })
  expect(ranking.folds).toHaveLength(2)
  expect(ranking.folds.reduce((sum, { images }) => sum + images, 0)).toBe(12)
  expect(new Set(ranking.folds.map(({ modelId }) => modelId)).size).toBe(2)
  for (const { images } of ranking.folds) expect(images).toBeGreaterThanOrEqual(5)
})

test('R1.03 a ranking ends when one of its trainings is stopped, also where that still waits in the queue', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}.png`)
  const pictures = Object.fromEntries(names.map((name, index) => [name, [1, index / 12, 0, 0.5]]))
  const { id: datasetId, labels } = await makeRedDataset(server, { name: 'stopped-folds', pictures })
  const shape = { id: 'own', kind: 'box', box: upperLeft, labelId: labels[0]!.id, source: 'manual' } as const
  for (const item of (await itemsOf(server, datasetId)).values()) await save(server, item, [shape], true)
  const { id, folds } = await server.call(autoLabelEndpoints.startLabelErrorRanking, {
    params: { datasetId },
    body: { folds: 3, parameters: { epochs: 100, inputSize: 64, width: 8 } },
  })
  const params = { taskId: folds.at(-1)!.taskId }
  await expect.poll(() => reasonOf(server.call(taskEndpoints.getTask, { params }))).toBeUndefined()
  expect((await server.call(taskEndpoints.getTask, { params })).status).toBe('queuing')
  await server.call(taskEndpoints.stopTask, { params })
  expect(await untilRanked(id)).toMatchObject({ status: 'stopped', done: 0 })
  for (const { taskId } of folds)
    await expect
      .poll(async () => (await server.call(taskEndpoints.getTask, { params: { taskId } })).status, { timeout: 20_000 })
      .toBe('stopped')
})

test('what cannot be ranked says why', async () => {
  const { id: datasetId } = await makeRedDataset(server, { name: 'bare', pictures: { 'a.png': [1, 0, 0, 0] } })
  const params = { datasetId }
  const start = (body: object) =>
    reasonOf(server.call(autoLabelEndpoints.startLabelErrorRanking, { params, body: body as never }))
  expect(await start({ labeller: 'model:reds' })).toBe('auto-label.too-few')
  expect(await start({ folds: 4 })).toBe('auto-label.too-few')
  expect(await start({ folds: 1 })).toBe('request.invalid')
  expect(await start({ folds: 4, parameters: { epochs: 0 } })).toBe('request.invalid')
  const [item] = (await itemsOf(server, datasetId)).values()
  await save(server, item!, [], true)
  expect(await start({ labeller: 'model:none' })).toBe('auto-label.labeller-not-found')
})
