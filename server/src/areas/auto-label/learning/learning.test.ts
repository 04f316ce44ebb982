import { setTimeout as delay } from 'node:timers/promises'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { LearningRound } from '@vermilion/contract/auto-label/learning'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { makeDataset } from '../../models/testing/sample.ts'
import { itemsOf } from '../../datasets/testing/red-dataset.ts'

const images = 14
const labeled = 8

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function untilRound(datasetId: string): Promise<LearningRound> {
  for (;;) {
    const { items } = await server.call(autoLabelEndpoints.listLearningRounds, { params: { datasetId }, query: {} })
    const [round] = items
    if (round !== undefined && round.endedAt !== null) return round
    await delay(100)
  }
}

test('R1.03 R3.04 one press trains on what is labeled, and suggests the rest', async () => {
  const { id: datasetId } = await makeDataset(server, images)
  const params = { datasetId }
  const body = { prompt: 'what lies on the floor', epochs: 2 }
  const all = [...(await itemsOf(server, datasetId)).values()]
  const change = (itemIds: string[]) =>
    server.call(datasetEndpoints.changeItems, { params, body: { selection: { itemIds }, change: { clear: true } } })
  const { undoId } = await change(all.map(({ id }) => id))
  await expect(server.call(autoLabelEndpoints.startLearningRound, { params, body })).rejects.toMatchObject({
    reason: 'auto-label.too-few',
  })
  await server.call(datasetEndpoints.undoItemChange, { params: { undoId: undoId! } })
  await change(all.slice(labeled).map(({ id }) => id))

  const started = await server.call(autoLabelEndpoints.startLearningRound, { params, body })
  expect(started).toMatchObject({ number: 1, status: 'training', labeled, modelId: null })
  await expect(server.call(autoLabelEndpoints.startLearningRound, { params, body })).rejects.toMatchObject({
    reason: 'auto-label.learning',
  })
  const round = await untilRound(datasetId)
  expect(round).toMatchObject({ number: 1, status: 'success', labeled })
  expect(round.metrics).not.toBeNull()
  const run = await server.call(autoLabelEndpoints.getAutoLabel, { params: { runId: round.runId! } })
  expect(run).toMatchObject({
    status: 'success',
    images: images - labeled,
    done: images - labeled,
    failed: 0,
    roundId: round.id,
    labeller: { id: `model:${round.modelId}`, name: 'learn-round-1' },
  })
  const recommended = await server.call(servingEndpoints.recommendedThreshold, { params: { modelId: round.modelId! } })
  expect(recommended.source).toBe('training')
  expect(run.threshold).toBe(recommended.confidence)
  const useful = await server.call(autoLabelEndpoints.listAutoLabelImages, {
    params: { runId: run.id },
    query: { sort: '-usefulness' },
  })
  expect(useful.total).toBe(images - labeled)
  const ranking = useful.items.map(({ usefulness }) => usefulness ?? -1)
  expect(ranking).toEqual(ranking.toSorted((one, other) => other - one))
  const after = await server.call(datasetEndpoints.getDataset, { params })
  expect(after).toMatchObject({ status: 'success', labeledCount: labeled })
})
