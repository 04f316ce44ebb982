import { setTimeout as delay } from 'node:timers/promises'
import { modelEndpoints } from '@vermilion/contract/models'
import type { Model } from '@vermilion/contract/models'
import { lineageEndpoints } from '@vermilion/contract/models/lineage'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { CallFailed, TestServer } from '../../../testing/start-server.ts'
import { orderOf, program, testPrograms } from '../../tasks/testing/programs.ts'
import { modelRegistered } from './registration.job.ts'
import { torchvisionDetector, ultralyticsSegmenter } from '../testing/dialect-models.ts'
import { foreignDetector } from '../testing/onnx.ts'

const leaving = (files: Readonly<Record<string, Uint8Array>>) =>
  program(
    Object.entries(files)
      .map(([path, content]) => {
        const text = JSON.stringify(Buffer.from(content).toString('base64'))
        const folder = path.includes('/') ? `fs.mkdirSync(${JSON.stringify(path.split('/')[0])});` : ''
        return `${folder} fs.writeFileSync(${JSON.stringify(path)}, Buffer.from(${text}, 'base64'))`
      })
      .join('\n'),
  )

let server: TestServer
const registered = new Map<string, Model | null>()
beforeAll(async () => {
  server = await startTestServer({
    tasks: {
      ...testPrograms,
      images: {
        segmenter: leaving({ 'weights/best.onnx': ultralyticsSegmenter('v8') }),
        other: leaving({ 'best.onnx': Buffer.from('weights of something else'), 'yard.onnx': foreignDetector('v8') }),
        nameless: leaving({ 'model.onnx': torchvisionDetector(false) }),
        nothing: leaving({ 'best.pt': Buffer.from('PK') }),
        several: leaving({ 'best.onnx': foreignDetector('v8'), 'epochs/last.pt': Buffer.from('PK\u0003\u0004') }),
        unread: leaving({ 'best.onnx': Buffer.from('weights of something else') }),
        weights: leaving({
          'weights/best.pt': Buffer.from('PK\u0003\u0004'),
          'last.pt': Buffer.from('PK\u0003\u0004'),
        }),
      },
    },
  })
  server.platform.events.listen(modelRegistered, async ({ taskId, model }) => void registered.set(taskId, model))
})
afterAll(() => server.stop())

async function runTask(image: string): Promise<string> {
  const { id } = await server.app.tasks.start(orderOf(image), 'en-US')
  for (;;) {
    const { endedAt, status } = await server.call(taskEndpoints.getTask, { params: { taskId: id } })
    if (endedAt === null) {
      await delay(50)
      continue
    }
    expect(status).toBe('success')
    await server.platform.jobs.settled()
    return id
  }
}

const inWords = (en: RegExp) => ({ en: expect.stringMatching(en), zh: expect.stringMatching(/^[^{[]+$/) })

test.each([
  ['what Ultralytics leaves', 'segmenter', { labelType: 'semantic-segmentation', labels: ['red'] }],
  ['a file of another name beside one that is no model', 'other', { labelType: 'target-detection', labels: ['red'] }],
  [
    'a model without names',
    'nameless',
    { type: 'stored-model', format: 'onnx', refusal: inWords(/classes are called/) },
  ],
  [
    'what is no model under its name',
    'unread',
    { type: 'stored-model', format: 'onnx', refusal: inWords(/no ONNX model/) },
  ],
  ['weights alone', 'weights', { type: 'stored-model', format: 'pt', refusal: inWords(/weights\/best\.pt.*ONNX/) }],
  ['no model', 'nothing', null],
] as const)('R3.12 R2.33 a training that leaves %s', async (_, image, expected) => {
  const model = registered.get(await runTask(image)) ?? null
  if (expected === null) expect(model).toBeNull()
  else expect(model).toMatchObject(expected)
  const { total } = await server.call(modelEndpoints.listModels, { query: {} })
  expect(total).toBe([...registered.values()].filter((each) => each !== null).length)
  const work = await server.call(workEndpoints.listWork, {})
  expect(JSON.stringify(work)).not.toContain('failed')
})

test('R3.12 R2.33 a file that a task left is looked at and becomes a model, which leads to the task; its own model stays', async () => {
  const taskId = await runTask('several')
  const own = registered.get(taskId)!
  const file = (path: string) => ({ output: { taskId, path } })
  const inspected = await server.call(modelEndpoints.inspectModelFile, { body: file('best.onnx') })
  expect(inspected).toMatchObject({ dialect: 'ultralytics', labels: ['red'] })
  const body = { ...file('best.onnx'), name: 'picked' }
  const picked = await server.call(modelEndpoints.addModel, { body: { ...body, labels: ['rouge'] } })
  expect(picked).toMatchObject({ name: 'picked', labels: ['rouge'], taskId: null, taskName: own.taskName })
  const last = await server.call(modelEndpoints.addModel, { body: { ...file('epochs/last.pt'), name: 'last' } })
  expect(last).toMatchObject({ type: 'stored-model', format: 'pt', datasetName: own.datasetName })
  for (const { id: modelId } of [picked, last]) {
    const { from } = await server.call(lineageEndpoints.modelLineage, { params: { modelId } })
    expect(from).toContainEqual(expect.objectContaining({ relation: 'training', kind: 'task', id: taskId }))
  }
  expect(await server.call(taskEndpoints.getTask, { params: { taskId } })).toMatchObject({ modelId: own.id })

  const refusal = (of: object) =>
    server.call(modelEndpoints.addModel, { body: { name: 'none', ...of } }).catch(({ reason }: CallFailed) => reason)
  expect(await refusal(file('../log.txt'))).toBe('task.file-missing')
  expect(await refusal(file('epochs'))).toBe('task.file-missing')
  expect(await refusal({ output: { taskId: '../other', path: 'best.onnx' } })).toBe('task.not-found')
  expect(await refusal({})).toBe('request.invalid')
  expect(await refusal({ ...file('best.onnx'), fileId: 'some' })).toBe('request.invalid')
})
