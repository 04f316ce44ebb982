import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { serviceEndpoints } from '@vermilion/contract/services'
import { acceptSuggestion } from '@vermilion/contract/labels/suggestion'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shape } from '@vermilion/contract/labels/index'
import { createRandom, testSeed } from '../../testing/seeded-random.ts'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { addModel } from '../models/testing/add-model.ts'
import { colourClassifier, colourSegmenter, redDetector } from '../models/testing/onnx.ts'
import { completionOf } from '../data-evaluation/testing/chat-fake.ts'
import { startFake } from '../settings/testing/fake-service.ts'
import { itemsOf, makeRedDataset, save, side, untilRun } from '../datasets/testing/red-dataset.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addModel(server, 'reds', redDetector())
  await addModel(server, 'colours', colourClassifier())
  await addModel(server, 'regions', colourSegmenter())
})
afterAll(() => server.stop())

const prompt = 'red quarters'
const half = side / 2
const upperLeft = { x: 0, y: 0, width: half, height: half }
const start = (datasetId: string, body: object) =>
  server.call(autoLabelEndpoints.startAutoLabel, { params: { datasetId }, body: { prompt, ...body } as never })
const reportOf = (runId: string) => server.call(autoLabelEndpoints.reportAutoLabel, { params: { runId } })

test('R1.03 R2.24 R3.04 R4.03 an own model suggests what is missing; labels of people stay; all is undone', async () => {
  const pictures = {
    'a.png': [1, 1, 0, 0],
    'b.png': [1, 0, 0, 0],
    'c.png': [0.6, 0, 0, 0],
    'd.png': [0, 0, 0, 0],
    'e.png': [1, 0, 0, 1],
  }
  const { id: datasetId, labels } = await makeRedDataset(server, { name: 'reds', pictures })
  const labelId = labels[0]!.id
  const drawn = { id: 'mine', kind: 'box', box: upperLeft, labelId, source: 'manual' } as const
  const untouched = await itemsOf(server, datasetId)
  await save(server, untouched.get('a.png')!, [drawn], false)
  await save(server, untouched.get('b.png')!, [drawn], true)
  await save(server, untouched.get('e.png')!, [drawn], true)

  const [labeller] = await server.call(autoLabelEndpoints.listLabellers, { params: { datasetId } })
  expect(labeller).toMatchObject({ id: 'model:reds', kind: 'model', classes: [{ name: 'red', labelId }] })
  const preview = await server.call(autoLabelEndpoints.previewAutoLabel, {
    params: { datasetId },
    body: { labeller: 'model:reds', prompt, itemId: untouched.get('c.png')!.id },
  })
  expect(preview.shapes).toMatchObject([{ kind: 'box', box: upperLeft, labelId, source: 'model' }])
  expect((await itemsOf(server, datasetId)).get('c.png')?.annotationCount).toBe(0)

  const started = await start(datasetId, { labeller: 'model:reds', scope: { kind: 'all' }, threshold: 0.5 })
  expect(started).toMatchObject({ status: 'queuing', labeller: { name: 'reds' }, prompt })
  expect(await untilRun(server, started.id)).toMatchObject({
    status: 'success',
    images: 5,
    done: 5,
    suggested: 3,
    failed: 0,
    shapes: 3,
    overlapping: 3,
  })
  const dataset = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
  expect(dataset).toMatchObject({ status: 'success', modelName: 'reds', prompt, labeledCount: 1 })
  const suggested = await itemsOf(server, datasetId)
  expect(suggested.get('a.png')?.shapes).toMatchObject([drawn, { source: 'model', box: { x: half, y: 0 } }])
  expect(suggested.get('b.png')).toMatchObject({ status: 'labeled', shapes: [drawn] })
  expect(suggested.get('d.png')).toMatchObject({ status: 'to-label', shapes: [] })
  expect(suggested.get('e.png')).toMatchObject({ status: 'to-label', shapes: [drawn, { source: 'model' }] })

  const useful = await server.call(autoLabelEndpoints.listAutoLabelImages, {
    params: { runId: started.id },
    query: { sort: '-usefulness' },
  })
  expect(useful.items[0]).toMatchObject({ path: 'c.png', shapes: 1 })

  const a = suggested.get('a.png')!
  await save(server, a, a.shapes.map(acceptSuggestion), true)
  const c = suggested.get('c.png')!
  await save(server, c, [], true)
  expect(await reportOf(started.id)).toMatchObject({
    suggested: 3,
    waiting: 1,
    accepted: 1,
    changed: 0,
    rejected: 1,
    classes: [{ name: 'red', suggested: 3, accepted: 1 }],
  })

  const { sources } = await server.call(datasetEndpoints.datasetReport, { params: { datasetId } })
  expect(sources).toEqual(
    expect.arrayContaining([
      { source: 'manual', origin: 'reds', person: 'admin', labels: 1 },
      { source: 'model', origin: 'reds', person: '', labels: 1 },
    ]),
  )

  await server.call(autoLabelEndpoints.undoAutoLabel, { params: { runId: started.id } })
  await untilRun(server, started.id, ({ undoneAt }) => undoneAt !== null)
  const undone = await itemsOf(server, datasetId)
  expect(undone.get('a.png')?.shapes).toHaveLength(2)
  expect(undone.get('e.png')).toMatchObject({ status: 'labeled', shapes: [drawn] })
  expect(await reportOf(started.id)).toMatchObject({ accepted: 1, rejected: 1, withdrawn: 1, waiting: 0 })
  await expect(server.call(autoLabelEndpoints.undoAutoLabel, { params: { runId: started.id } })).rejects.toMatchObject({
    reason: 'auto-label.undone',
  })
})

test('R5.03 R5.04 it needs filled labels, a model that is there, and a prompt; one run at a time', async () => {
  const bare = await makeRedDataset(server, { name: 'bare', pictures: { 'a.png': [1] }, labels: [] })
  const order = { labeller: 'model:reds' }
  await expect(start(bare.id, order)).rejects.toMatchObject({ reason: 'auto-label.no-labels' })
  const { id } = await makeRedDataset(server, { name: 'other', pictures: { 'b.png': [1, 0.2] }, labels: ['blue'] })
  await expect(start(id, order)).rejects.toMatchObject({ reason: 'auto-label.no-mapping' })
  await expect(start(id, { labeller: 'model:gone' })).rejects.toMatchObject({ reason: 'auto-label.labeller-not-found' })
  await expect(start(id, { labeller: 'model:colours' })).rejects.toMatchObject({
    reason: 'auto-label.labeller-not-found',
  })
  for (const empty of ['', '   ', 'x'.repeat(10_000)])
    await expect(start(id, { ...order, prompt: empty })).rejects.toMatchObject({ reason: 'request.invalid' })
  const stranger = { ...order, mapping: { red: 'elsewhere' } }
  await expect(start(id, stranger)).rejects.toMatchObject({ reason: 'dataset.label-not-found' })
  const mapping = { red: (await server.call(datasetEndpoints.getDataset, { params: { datasetId: id } })).labels[0]!.id }
  const { id: runId } = await start(id, { ...order, mapping })
  await untilRun(server, runId)
  const again = await start(id, { ...order, mapping, threshold: 0.1 })
  expect(await untilRun(server, again.id)).toMatchObject({ shapes: 2, overlapping: 0 })
  expect(await reportOf(runId)).toMatchObject({ withdrawn: 1, rejected: 0 })
  await server.call(autoLabelEndpoints.undoAutoLabel, { params: { runId: again.id } })
  await untilRun(server, again.id, ({ undoneAt }) => undoneAt !== null)
  expect(await reportOf(runId)).toMatchObject({ waiting: 1, withdrawn: 0 })
})

test('R3.04 own models suggest classes of whole images and regions too', async () => {
  const classes = await makeRedDataset(server, {
    name: 'classes',
    pictures: { 'a.png': [1, 1, 1, 1] },
    labels: ['red', 'green'],
    labelType: 'picture-classification',
  })
  const regions = await makeRedDataset(server, {
    name: 'regions',
    pictures: { 'a.png': [1, 0, 0, 0] },
    labelType: 'semantic-segmentation',
  })
  for (const [dataset, labeller] of [
    [classes, 'model:colours'],
    [regions, 'model:regions'],
  ] as const) {
    const { id } = await start(dataset.id, { labeller, threshold: 0.1 })
    expect(await untilRun(server, id)).toMatchObject({ status: 'success', suggested: 1, shapes: 1 })
  }
  const labelId = classes.labels[0]!.id
  expect((await itemsOf(server, classes.id)).get('a.png')?.shapes).toMatchObject([{ id: `class:${labelId}`, labelId }])
  expect((await itemsOf(server, regions.id)).get('a.png')?.shapes).toMatchObject([
    { kind: 'mask', mask: { x: 0, y: 0 }, source: 'model' },
  ])
})

test('R2.24 suggestions of many images are accepted from a score on at once, and that is taken back', async () => {
  const pictures = { 'a.png': [0.9, 0.4], 'b.png': [0.8], 'c.png': [0.4], 'd.png': [0] }
  const { id: datasetId } = await makeRedDataset(server, { name: 'many', pictures })
  await untilRun(server, (await start(datasetId, { labeller: 'model:reds', threshold: 0.3 })).id)
  const accept = (others: 'keep' | 'remove') =>
    server.call(datasetEndpoints.changeItems, {
      params: { datasetId },
      body: { selection: { filter: {} }, change: { acceptSuggestions: { minimumScore: 0.5, others } } },
    })
  const stateOf = async () =>
    [...(await itemsOf(server, datasetId)).values()].map(({ status, annotator, shapes }) => [
      status,
      annotator,
      shapes.map(({ source }) => source),
    ])
  const previous = await stateOf()
  const { items, undoId } = await accept('keep')
  expect(items).toBe(2)
  expect(await stateOf()).toEqual([
    ['to-label', null, ['manual', 'model']],
    ['labeled', 'admin', ['manual']],
    ['to-label', null, ['model']],
    ['to-label', null, []],
  ])
  await server.call(datasetEndpoints.undoItemChange, { params: { undoId: undoId! } })
  expect(await stateOf()).toEqual(previous)
  await accept('remove')
  expect((await stateOf())[0]).toEqual(['labeled', 'admin', ['manual']])
})

test(`R1.03 whatever people label while a run and its undo go on stays as they drew it (seed ${testSeed})`, async () => {
  const random = createRandom(testSeed)
  const some = (parts: number) => Math.floor(random() * parts) / parts
  const paths = Array.from({ length: 24 }, (_, index) => `${index}.png`)
  const pictures = Object.fromEntries(paths.map((path) => [path, [some(4), some(4), some(4), some(4)]]))
  const { id: datasetId, labels } = await makeRedDataset(server, { name: 'meanwhile', pictures })
  const items = await itemsOf(server, datasetId)
  const drawn = new Map<string, Shape[]>()
  const draw = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const path = paths[Math.floor(random() * paths.length)]!
      const shapes = Array.from({ length: Math.floor(random() * 3) }, (_, index): Shape => {
        const box = { x: some(2) * side, y: some(2) * side, width: half, height: half - some(4) }
        return { id: `${at} ${index}`, kind: 'box', box, labelId: labels[0]!.id, source: 'manual' }
      })
      const isSaved = await save(server, items.get(path)!, shapes, random() < 0.7).then(
        () => true,
        (error: { reason?: string }) => error.reason !== 'annotation.conflict',
      )
      if (isSaved) drawn.set(path, shapes)
    }
  }
  const expectDrawn = async () => {
    const now = await itemsOf(server, datasetId)
    for (const [path, shapes] of drawn) expect(now.get(path)?.shapes).toEqual(expect.arrayContaining(shapes))
    return now
  }
  const scope = { kind: 'all' }
  await draw(6)
  const { id } = await start(datasetId, { labeller: 'model:reds', scope, threshold: 0.2 })
  await draw(12)
  expect(await untilRun(server, id)).toMatchObject({ status: 'success', done: paths.length, failed: 0 })
  await expectDrawn()
  await server.call(autoLabelEndpoints.undoAutoLabel, { params: { runId: id } })
  await draw(6)
  await untilRun(server, id, ({ undoneAt }) => undoneAt !== null)
  for (const { shapes, status } of (await expectDrawn()).values())
    if (status === 'to-label') expect(shapes.filter(({ source }) => source === 'model')).toEqual([])
})

test('R4.07 R4.08 R8.09 a vision service suggests; a run is stopped, and one whose service is down says why', async () => {
  const pictures = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.png`, [1]]))
  const { id: datasetId, labels } = await makeRedDataset(server, { name: 'seen', pictures })
  let isDown = false
  let isSlow = true
  const questions: string[] = []
  const fake = await startFake((request) => {
    questions.push(request.body)
    if (isDown) return { status: 401, body: { error: { message: 'no more' } } }
    if (isSlow && questions.length > 4) return {}
    return completionOf({ objects: [{ label: 'Red', box: [0, 0, 500, 500], score: 0.8 }] })
  })
  try {
    const settings = { url: `${fake.address}/v1`, model: 'eyes', vision: true }
    const service = await server.call(serviceEndpoints.createService, {
      body: { kind: 'chat', name: 'Eyes', settings },
    })
    const order = { labeller: `chat:${service.id}` }
    const slow = await start(datasetId, order)
    await untilRun(server, slow.id, ({ done }) => done >= 4)
    await expect(start(datasetId, order)).rejects.toMatchObject({ reason: 'auto-label.under-way' })
    const running = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
    expect(running).toMatchObject({ status: 'label_tasking', displayState: 'labeling' })
    const training = { name: 'too-early', image: 'vermilion/starter-detector', parameters: {} }
    await expect(
      server.call(datasetEndpoints.startTraining, { params: { datasetId }, body: training }),
    ).rejects.toMatchObject({ reason: 'auto-label.under-way' })
    const stopped = await server.call(autoLabelEndpoints.stopAutoLabel, { params: { runId: slow.id } })
    expect(stopped).toMatchObject({ status: 'stopped', done: 4, shapes: 4 })
    expect(questions[0]).toContain(prompt)
    const [item] = [...(await itemsOf(server, datasetId)).values()].filter(({ annotationCount }) => annotationCount > 0)
    expect(item?.shapes).toMatchObject([{ box: upperLeft, labelId: labels[0]!.id, source: 'model', score: 0.8 }])
    isSlow = false
    isDown = true
    const down = await untilRun(server, (await start(datasetId, order)).id)
    expect(down).toMatchObject({ status: 'failed', suggested: 0 })
    expect(down.error?.en).toMatch(/^Model call failed: /)
    const after = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
    expect(after.status).toBe('success')
  } finally {
    await fake.stop()
  }
})
