import { dataEvaluationEndpoints, type DataEvaluation } from '@vermilion/contract/data-evaluations'
import { readyStandards } from '@vermilion/contract/data-evaluations/standards'
import { fileEndpoints } from '@vermilion/contract/files'
import { generationEndpoints } from '@vermilion/contract/generations'
import { serviceEndpoints } from '@vermilion/contract/services'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataProblems } from '../../testing/check-problems.ts'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import type { FakeService } from '../settings/testing/fake-service.ts'
import { intervalAlpha } from './report/alpha.ts'
import { pairSumsOf } from './testing/pair-sums.ts'
import { type ChatQuestion, startChatFake } from './testing/chat-fake.ts'
import { colourfulPicture } from './testing/pictures.ts'
import { spaceOfPictures } from './testing/space-of-pictures.ts'

const secret = 'sk-evaluation-5ecret'
const everything = { filter: { recursive: true } }

let server: TestServer
let steady: FakeService
let moody: FakeService
let steadyModel = ''
let moodyModel = ''
let mood: (
  question: ChatQuestion,
) => ReturnType<NonNullable<NonNullable<Parameters<typeof startChatFake>[0]>['respond']>>

beforeAll(async () => {
  server = await startTestServer()
  steady = await startChatFake({ respond: ({ width }) => (width / 4) % 101 })
  mood = ({ width }) => (width / 2) % 101
  moody = await startChatFake({ key: secret, respond: (question) => mood(question) })
  steadyModel = await addService('Steady', steady)
  moodyModel = await addService('Moody', moody, secret)
})
afterAll(() => Promise.all([server.stop(), steady.stop(), moody.stop()]))

async function addService(name: string, fake: FakeService, key?: string): Promise<string> {
  const settings = { url: `${fake.address}/v1`, model: 'large', vision: true, ...(key === undefined ? {} : { key }) }
  const { id } = await server.call(serviceEndpoints.createService, { body: { kind: 'chat', name, settings } })
  return `chat:${id}`
}

const order = (models: string[], more: object = {}) => ({
  name: 'first look',
  selection: everything,
  models,
  standardId: 'realism',
  ...more,
})

async function evaluate(spaceId: string, models: string[], more: object = {}): Promise<DataEvaluation> {
  const { id } = await server.call(dataEvaluationEndpoints.createDataEvaluation, {
    params: { spaceId },
    body: order(models, more),
  })
  await server.platform.jobs.settled()
  return get(id)
}

const get = (evaluationId: string) =>
  server.call(dataEvaluationEndpoints.getDataEvaluation, { params: { evaluationId } })
const resultsOf = async (evaluationId: string, sort?: 'score' | '-disagreement') =>
  (
    await server.call(dataEvaluationEndpoints.listImageResults, {
      params: { evaluationId },
      query: { limit: 500, ...(sort === undefined ? {} : { sort }) },
    })
  ).items
const reportOf = (evaluationId: string) =>
  server.call(dataEvaluationEndpoints.reportDataEvaluation, { params: { evaluationId } })
const fileNamed = async (spaceId: string, search: string) =>
  (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { search, recursive: 'true' } })).items[0]!

test('R3.10 R9.03 several models score the images of a space jointly, files get the score, and nobody is asked twice', async () => {
  const spaceId = await spaceOfPictures(server, 'joint', [100, 120, 140, 160])
  const estimate = await server.call(dataEvaluationEndpoints.estimateDataEvaluation, {
    params: { spaceId },
    body: order([steadyModel, moodyModel]),
  })
  expect(estimate).toMatchObject({ images: 4, reused: 0, calls: 8 })
  expect(estimate.promptTokens).toBeGreaterThan(8_000)

  const evaluation = await evaluate(spaceId, [steadyModel, moodyModel], { weights: { [moodyModel]: 3 } })
  expect(evaluation).toMatchObject({
    status: 'success',
    images: 4,
    done: 4,
    scored: 4,
    failed: 0,
    reused: 0,
    standard: { id: 'realism', version: 1, name: 'Realism' },
    cost: { calls: 8, promptTokens: 9_600, completionTokens: 640 },
  })
  const results = await resultsOf(evaluation.id, 'score')
  expect(results.map(({ path, score, disagreement }) => [path, score, disagreement])).toEqual(
    [100, 120, 140, 160].map((width) => [`${width}.png`, width / 16 + (3 * width) / 8, width / 8]),
  )
  expect(results[0]!.models.map(({ name, score }) => [name, score])).toEqual([
    ['Steady', 25],
    ['Moody', 50],
  ])
  expect(results[0]!.models[0]!.criteria[0]).toEqual({ key: 'geometry', score: 25, reason: 'because of geometry' })
  expect((await fileNamed(spaceId, '160.png')).score).toBe(70)

  const report = await reportOf(evaluation.id)
  expect(report.joint).toMatchObject({ images: 4, mean: 56.875, ranges: [0, 0, 0, 0, 1, 1, 1, 1, 0, 0] })
  const { items } = await server.call(dataEvaluationEndpoints.listDataEvaluations, { params: { spaceId }, query: {} })
  expect(items[0]).toMatchObject({ folder: '', meanScore: 56.875, covers: results.map(({ fileId }) => fileId) })
  const alpha = intervalAlpha(pairSumsOf(results.map(({ models }) => models.map(({ score }) => score!))))
  expect(report.alpha).toBeCloseTo(alpha!, 9)
  expect(report.models.map(({ name, bias, criteria }) => [name, bias, criteria[0]!.mean])).toEqual([
    ['Steady', -24.375, 32.5],
    ['Moody', 8.125, 65],
  ])
  expect(report).toMatchObject({ lowest: results.map(({ path, score }) => ({ path, score })) })
  expect(report.disputed.map(({ path }) => path)).toEqual(['160.png', '140.png', '120.png', '100.png'])

  const requests = steady.asked.length + moody.asked.length
  const again = await evaluate(spaceId, [steadyModel, moodyModel], { joint: 'least' })
  expect(again).toMatchObject({ status: 'success', scored: 4, reused: 8, cost: { calls: 0 } })
  expect(steady.asked.length + moody.asked.length).toBe(requests)
  expect((await fileNamed(spaceId, '160.png')).score).toBe(40)
  const { id: fileId } = await fileNamed(spaceId, '100.png')
  const scores = await server.call(dataEvaluationEndpoints.listFileScores, { params: { fileId } })
  expect(scores.map(({ name, score, evaluationId }) => [name, score, evaluationId]).toSorted()).toEqual([
    ['Moody', 50, again.id],
    ['Steady', 25, again.id],
  ])
})

test('R8.09 what one model fails at is kept in words, ends nothing, and is asked again by a retry', async () => {
  const spaceId = await spaceOfPictures(server, 'moods', [204, 208, 212, 216])
  mood = ({ width }) => (width % 8 === 0 ? { status: 400, body: { error: { message: `not today, ${secret}` } } } : 80)
  const evaluation = await evaluate(spaceId, [steadyModel, moodyModel])
  expect(evaluation).toMatchObject({ status: 'success', done: 4, scored: 4, failed: 2 })
  const [first, second] = await resultsOf(evaluation.id)
  expect(second!.path).toBe('208.png')
  expect(second!.models[1]).toMatchObject({ score: null, error: { zh: expect.stringContaining('模型调用失败：') } })
  expect(second!.models[1]!.error!.en).toMatch(/^Model call failed: .*not today, \*\*\*/)
  expect(second).toMatchObject({ score: 52, disagreement: null })
  expect(first).toMatchObject({ score: (51 + 80) / 2 })
  const { models } = await reportOf(evaluation.id)
  expect(models[1]).toMatchObject({ failed: 2, problems: [{ images: 2 }] })

  mood = () => 60
  const requests = steady.asked.length
  const params = { evaluationId: evaluation.id }
  await server.call(dataEvaluationEndpoints.retryDataEvaluation, { params })
  await server.platform.jobs.settled()
  expect(await get(evaluation.id)).toMatchObject({ status: 'success', done: 4, scored: 4, failed: 0 })
  expect(steady.asked.length).toBe(requests)
  expect((await resultsOf(evaluation.id))[1]).toMatchObject({ score: 56, disagreement: 4 })
  expect((await fileNamed(spaceId, '208.png')).score).toBe(56)
})

test('R8.09 an evaluation in which nobody answers has failed, and has no score data', async () => {
  const spaceId = await spaceOfPictures(server, 'silence', [304])
  mood = () => ({ status: 400, body: { error: { message: 'no' } } })
  const evaluation = await evaluate(spaceId, [moodyModel])
  expect(evaluation).toMatchObject({
    status: 'failed',
    scored: 0,
    error: expect.stringMatching(/^Model call failed: /),
  })
  await expect(reportOf(evaluation.id)).rejects.toThrow('No model score data available')
  const { id: fileId, score } = await fileNamed(spaceId, '304.png')
  expect(score).toBeNull()
  expect(await server.call(dataEvaluationEndpoints.listFileScores, { params: { fileId } })).toMatchObject([
    { score: null, error: { en: expect.stringContaining('Model call failed') } },
  ])
})

test('statistics need no standard and no service, and tell which images look nearly the same', async () => {
  const spaceId = await spaceOfPictures(server, 'statistics', [400, 402, 97])
  await server.app.files.addFile({ spaceId, path: 'broken.png', source: one(Buffer.from('no picture')) })
  await server.platform.jobs.settled()
  const evaluation = await evaluate(spaceId, ['image-statistics'], { standardId: null })
  expect(evaluation).toMatchObject({ status: 'success', images: 3, scored: 3, standard: null, cost: { calls: 0 } })
  const [image] = await resultsOf(evaluation.id)
  const { criteria, score } = image!.models[0]!
  expect(criteria.map(({ key }) => key)).toEqual(['sharpness', 'exposure', 'contrast', 'noise', 'colourfulness'])
  expect(score).toBeCloseTo(criteria.reduce((sum, each) => sum + each.score, 0) / 5, 9)
  const { nearDuplicates, alpha } = await reportOf(evaluation.id)
  expect(alpha).toBeNull()
  expect(nearDuplicates).toMatchObject({ groups: 1, images: 2 })
  expect(nearDuplicates!.largest[0]!.files.map(({ path }) => path).toSorted()).toEqual(['400.png', '402.png'])
})

test('R3.10 files that were chosen, folders, what a filter finds but for some: each image of them is scored once', async () => {
  const spaceId = await spaceOfPictures(server, 'chosen', [620, 624, 628, 632])
  for (const path of ['below/1.png', 'below/2.png'])
    await server.app.files.addFile({ spaceId, path, source: one(await colourfulPicture(640 + path.length)) })
  await server.platform.jobs.settled()
  const [first, last] = [await fileNamed(spaceId, '620.png'), await fileNamed(spaceId, '1.png')]
  const pathsOf = async (selection: object) => {
    const evaluation = await evaluate(spaceId, ['image-statistics'], { selection, standardId: null })
    expect(evaluation).toMatchObject({ status: 'success', folder: null })
    return (await resultsOf(evaluation.id)).map(({ path }) => path).toSorted()
  }
  expect(await pathsOf({ fileIds: [first.id, last.id], folders: ['below'] })).toEqual([
    '620.png',
    'below/1.png',
    'below/2.png',
  ])
  const filter = { folder: '', recursive: false, search: '62' }
  expect(await pathsOf({ filter, except: [first.id] })).toEqual(['624.png', '628.png'])
  await expect(evaluate(spaceId, ['image-statistics'], { selection: {} })).rejects.toThrow('No files are selected')
})

async function* one(content: Uint8Array) {
  yield content
}

test('R4.07 an evaluation is stopped: scores that are there stay, and a retry goes on with the rest', async () => {
  const widths = Array.from({ length: 12 }, (_, index) => 500 + index * 4)
  const spaceId = await spaceOfPictures(server, 'stopped', widths)
  mood = ({ width }) => (width < 520 ? 70 : {})
  const requests = moody.asked.length
  const { id } = await server.call(dataEvaluationEndpoints.createDataEvaluation, {
    params: { spaceId },
    body: order([moodyModel]),
  })
  await expect.poll(async () => (await get(id)).done).toBe(5)
  const params = { evaluationId: id }
  await expect.poll(() => moody.asked.length - requests).toBe(5 + 4)
  await expect(server.call(dataEvaluationEndpoints.deleteDataEvaluation, { params })).rejects.toThrow('not ended')
  const work = (await server.call(workEndpoints.listWork, {})).find(({ status }) => status === 'running')
  expect(work?.leadsTo).toEqual({ page: 'evaluation', id, spaceId })
  const stopped = await server.call(dataEvaluationEndpoints.stopDataEvaluation, { params })
  expect(stopped).toMatchObject({ status: 'stopped', done: 5, scored: 5 })
  await expect(server.call(dataEvaluationEndpoints.stopDataEvaluation, { params })).rejects.toThrow('already ended')
  mood = () => 90
  await server.call(dataEvaluationEndpoints.retryDataEvaluation, { params })
  await server.platform.jobs.settled()
  expect(await get(id)).toMatchObject({ status: 'success', done: 12, scored: 12, failed: 0 })
  expect((await resultsOf(id)).filter(({ score }) => score === 70)).toHaveLength(5)
  expect(await dataProblems(server)).toEqual([])
  await server.call(dataEvaluationEndpoints.deleteDataEvaluation, { params })
  await expect(get(id)).rejects.toThrow('evaluation no longer exists')
  await server.platform.jobs.settled()
  expect(await dataProblems(server)).toEqual([])
})

test('standards are kept in versions; those that come with the product are copied, not changed', async () => {
  const list = () => server.call(dataEvaluationEndpoints.listStandards, {})
  expect((await list()).map(({ id }) => id)).toEqual(readyStandards.map(({ id }) => id))
  const [{ name, description, criteria }] = (await list()) as [Awaited<ReturnType<typeof list>>[0]]
  const params = { standardId: 'realism' }
  const body = { name, description, criteria, baseVersion: 1 }
  await expect(server.call(dataEvaluationEndpoints.replaceStandard, { params, body })).rejects.toThrow('copy it')
  const copy = await server.call(dataEvaluationEndpoints.createStandard, { body: { ...body, name: 'Own' } })
  expect(copy).toMatchObject({ name: 'Own', version: 1, builtIn: false, criteria })
  await expect(server.call(dataEvaluationEndpoints.createStandard, { body: { ...body, name: 'Own' } })).rejects.toThrow(
    'A standard named Own already exists',
  )
  const spaceId = await spaceOfPictures(server, 'standards', [600])
  mood = () => 10
  const more = { standardId: copy.id }
  const previous = await evaluate(spaceId, [moodyModel], more)
  const own = { standardId: copy.id }
  const changed = { ...body, name: 'Own', criteria: criteria.slice(0, 1) }
  await server.call(dataEvaluationEndpoints.replaceStandard, { params: own, body: changed })
  const next = await evaluate(spaceId, [moodyModel], more)
  expect(next).toMatchObject({ standard: { version: 2, criteria: criteria.slice(0, 1) }, reused: 0 })
  expect(next.cost.calls).toBe(1)
  expect((await get(previous.id)).standard).toMatchObject({ version: 1, criteria })
  const { id: fileId } = await fileNamed(spaceId, '600.png')
  const [latest] = await server.call(dataEvaluationEndpoints.listFileScores, { params: { fileId } })
  expect(latest?.standard).toMatchObject({ name: 'Own', version: 2, criteria: criteria.slice(0, 1) })
  await server.call(dataEvaluationEndpoints.deleteStandard, { params: own })
  await expect(evaluate(spaceId, [moodyModel], more)).rejects.toThrow('standard no longer exists')
  await expect(evaluate(spaceId, [moodyModel], { standardId: null })).rejects.toThrow('Moody scores by a standard')
  await expect(evaluate(spaceId, ['chat:nobody'])).rejects.toThrow('chat:nobody no longer exists')
})

test('R3.09 generated images are scored by their prompt, and those outside the range are set aside', async () => {
  const spaceId = await spaceOfPictures(server, 'generated', [])
  let prompts: string[] = []
  mood = ({ words, criteria }) => {
    expect(criteria).toContain('subjects')
    prompts = [...prompts, words]
    return words.includes('cat') ? 90 : 20
  }
  const score = { model: moodyModel, minimum: 50, repeats: 0 }
  const items = [{ animal: 'cat' }, { dirt: 'spill' }]
  const body = { name: 'scored', width: 128, height: 96, count: 4, seed: 3, items, score }
  const { id } = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  await server.platform.jobs.settled()
  const ask = () => server.call(generationEndpoints.getGeneration, { params: { generationId: id } })
  expect(await ask()).toMatchObject({ status: 'success', kept: 2, aside: 2, failed: 0, scoredBy: [] })
  expect(prompts).toHaveLength(4)
  const evaluation = await evaluate(spaceId, [moodyModel], { standardId: 'prompt-agreement' })
  expect(evaluation).toMatchObject({ status: 'success', scored: 4, reused: 4 })
  expect((await ask()).scoredBy).toMatchObject([{ evaluationId: evaluation.id, models: [{ name: 'Moody' }] }])
})
