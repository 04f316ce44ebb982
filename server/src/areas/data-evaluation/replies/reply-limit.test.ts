import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import type { FakeService } from '../../settings/testing/fake-service.ts'
import { completionOf, startChatFake } from '../testing/chat-fake.ts'
import { spaceOfPictures } from '../testing/space-of-pictures.ts'

const limit = 6
const waiting = { interval: 20 }

let server: TestServer
let fake: FakeService
let model = ''
const heldBelow = 300
const heldWidths = Array.from({ length: 104 }, (_, index) => 100 + index)
let release: () => void
const released = new Promise<void>((resolve) => (release = resolve))

beforeAll(async () => {
  server = await startTestServer({ environment: { VERMILION_SCORE_REPLIES: String(limit) } })
  fake = await startChatFake({
    respond: ({ width, criteria }) => (width < heldBelow ? { body: replyWhenReleased(criteria) } : 50),
  })
  const settings = { url: `${fake.address}/v1`, model: 'large', vision: true }
  const service = await server.call(serviceEndpoints.createService, { body: { kind: 'chat', name: 'Large', settings } })
  model = `chat:${service.id}`
})
afterAll(async () => {
  release()
  await Promise.all([server.stop(), fake.stop()])
})

async function* replyWhenReleased(criteria: readonly string[]): AsyncIterable<string> {
  await released
  const scores = Object.fromEntries(criteria.map((key) => [key, { score: 70, reason: 'late' }]))
  yield JSON.stringify(completionOf(scores).body)
}

const order = (scorer: string) => ({
  selection: { filter: { recursive: true } },
  models: [scorer],
  standardId: scorer === model ? 'realism' : null,
})
const reusedOf = async (spaceId: string, scorer = model) =>
  (await server.call(dataEvaluationEndpoints.estimateDataEvaluation, { params: { spaceId }, body: order(scorer) }))
    .reused
const begin = async (spaceId: string, scorer = model) =>
  (
    await server.call(dataEvaluationEndpoints.createDataEvaluation, {
      params: { spaceId },
      body: { name: 'look', ...order(scorer) },
    })
  ).id
const get = (evaluationId: string) =>
  server.call(dataEvaluationEndpoints.getDataEvaluation, { params: { evaluationId } })

async function evaluate(spaceId: string, scorer?: string) {
  const id = await begin(spaceId, scorer)
  await expect.poll(async () => (await get(id)).status, waiting).toBe('success')
  return get(id)
}

test('R3.10 replies beyond the limit go, those first that were used the longest ago; none that an evaluation still needs', async () => {
  const first = await spaceOfPictures(server, 'first', [300, 304, 308])
  const second = await spaceOfPictures(server, 'second', [312, 316, 320])
  const third = await spaceOfPictures(server, 'third', [324, 328])
  const held = await spaceOfPictures(server, 'held', [...heldWidths, 300, 304, 308])
  const fourth = await spaceOfPictures(server, 'fourth', [332, 336, 340, 344])
  const fifth = await spaceOfPictures(server, 'fifth', [348, 352, 356, 360])

  expect(await evaluate(first)).toMatchObject({ scored: 3, reused: 0 })
  expect(await evaluate(second)).toMatchObject({ scored: 3, reused: 0 })
  expect(await evaluate(first)).toMatchObject({ scored: 3, reused: 3, cost: { calls: 0 } })
  expect(await evaluate(third)).toMatchObject({ scored: 2, reused: 0 })
  await expect.poll(() => reusedOf(second), waiting).toBe(1)
  expect([await reusedOf(first), await reusedOf(third)]).toEqual([3, 2])

  const requests = fake.asked.length
  const id = await begin(held)
  await expect.poll(() => fake.asked.length - requests, waiting).toBe(4)
  await evaluate(fourth, statisticsScorer)
  expect(await evaluate(fifth, statisticsScorer)).toMatchObject({ scored: 4 })
  await expect.poll(() => reusedOf(fifth, statisticsScorer), waiting).toBe(3)
  expect(await reusedOf(first)).toBe(3)
  release()
  await expect.poll(async () => (await get(id)).status, waiting).toBe('success')
  expect(await get(id)).toMatchObject({ status: 'success', scored: 107, reused: 3, cost: { calls: 104 } })

  await expect.poll(() => reusedOf(fifth, statisticsScorer), waiting).toBe(0)
  await expect.poll(() => reusedOf(held), waiting).toBe(limit)
})
