import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { decodeCoco } from '@vermilion/contract/formats/coco/document'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ImageDefinition } from '#areas/tasks'
import { isStoreRemote } from '../../../testing/remote-store.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, ready, spaceWith } from '../testing/pictures.ts'

const waiting: ImageDefinition = {
  title: { en: 'Waits', zh: '等待' },
  address: 'builtin:test',
  framework: 'node',
  taskKind: 'training',
  labelTypes: ['target-detection'],
  parameters: {},
  command: () => [process.execPath, '-e', "setInterval(() => require('fs').existsSync('go') && process.exit(0), 20)"],
}

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ tasks: { images: { waiting }, graceSeconds: 0.5 } })
})
afterAll(() => server.stop())

const train = (datasetId: string, name = 'first') =>
  server.call(datasetEndpoints.startTraining, { params: { datasetId }, body: { name, image: 'waiting' } })

test('R5.11 a training is refused while an image is unlabeled', async () => {
  const space = await spaceWith(server, 'unlabeled', ['1.png'])
  const dataset = await datasetOf(server, space.id, { name: 'unlabeled' })
  await expect(train(dataset.id)).rejects.toThrow('There are unlabeled files, please complete labeling before training')
  const chinese = await server.fetch(`/datasets/${dataset.id}/trainings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', language: 'zh-cn' },
    body: JSON.stringify({ name: 'first', image: 'waiting' }),
  })
  expect(await chinese.json()).toMatchObject({ code: 40932, message: '存在未标注文件，请完成标注后再训练' })
})

test('R5.01 R3.02 R2.24 a training reads the dataset as it was labeled when it was started', async () => {
  const space = await spaceWith(server, 'trained', ['a/1.png', 'a/2.png', 'b/3.png'])
  const dataset = await datasetOf(server, space.id, { name: 'trained', labels: [{ name: 'dirt' }, { name: 'cat' }] })
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const label = async (item: { id: string }, baseRevision: number, x: number) => {
    const box = { x, y: 2, width: 10, height: 20 }
    const shapes = [{ id: 's', kind: 'box', labelId: dataset.labels[1]!.id, box } as const]
    const params = { itemId: item.id }
    await server.call(annotationEndpoints.saveAnnotation, { params, body: { baseRevision, shapes, complete: true } })
  }
  for (const item of items) await label(item, 0, 5)
  await expect(train(dataset.id, 'Not A Name')).rejects.toMatchObject({ reason: 'request.invalid' })
  const task = await train(dataset.id)
  expect(task).toMatchObject({
    name: 'first',
    kind: 'training',
    creator: 'admin',
    image: 'waiting',
    framework: 'node',
    dataSource: { kind: 'dataset', id: dataset.id, name: 'trained' },
  })
  for (const item of items) await label(item, 1, 7)
  const tasks = await server.call(taskEndpoints.listTasks, { query: { search: 'first' } })
  expect(tasks.items.map(({ covers }) => covers)).toEqual([items.map(({ fileId }) => fileId)])

  const now = () => server.call(taskEndpoints.getTask, { params: { taskId: task.id } })
  await expect.poll(now).toMatchObject({ status: 'running', statusReason: '' })
  const visible = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  expect(visible.displayState).toBe('training')
  await vi.waitFor(async () => {
    const visited: string[] = []
    for (const split of ['train', 'val']) {
      const file = join(task.mountPath, 'annotations', `instances_${split}.json`)
      if (!existsSync(file)) continue
      const document = decodeCoco(JSON.parse(await readFile(file, 'utf8')), file)
      expect(document.labels.map(({ name }) => name)).toEqual(['dirt', 'cat'])
      for (const image of document.images) {
        visited.push(image.path)
        expect(image.shapes).toEqual([{ kind: 'box', labelIndex: 1, box: { x: 5, y: 2, width: 10, height: 20 } }])
        const linked = await stat(join(task.mountPath, 'images', split, image.path))
        expect(linked.nlink > 1).toBe(!isStoreRemote)
      }
    }
    expect(visited.toSorted()).toEqual(['a/1.png', 'a/2.png', 'b/3.png'])
  }, 120_000)
  await server.call(taskEndpoints.stopTask, { params: { taskId: task.id } })
  expect((await now()).status).toBe('stopped')
  const history = await server.call(datasetEndpoints.listTrainings, { params: { datasetId: dataset.id }, query: {} })
  expect(history.items[0]).toMatchObject({
    taskId: task.id,
    sources: [{ source: 'manual', origin: '', person: 'admin', labels: 3 }],
  })
})

test('R1.12 a sample is rendered into a space, and its dataset is labeled with the truth', async () => {
  const order = { name: 'Floor sample', count: 4, width: 96, height: 64, seed: 5 }
  const space = await server.call(sampleEndpoints.createSample, { body: order })
  expect(space).toMatchObject({ status: 'generating', path: 'floor-sample' })
  const { items } = await server.call(datasetEndpoints.listDatasets, { query: { search: 'Floor sample' } })
  const dataset = await ready(server, items[0]!.id)
  expect(dataset).toMatchObject({ fileCount: 4, labeledCount: 4, displayState: 'normal' })
  expect(dataset.annotationCount).toBeGreaterThan(0)
  expect(dataset.labels.map(({ name }) => name)).toEqual(['dirt', 'small-animal', 'animal'])
  const { sources } = await server.call(datasetEndpoints.datasetReport, { params: { datasetId: dataset.id } })
  expect(sources).toEqual([{ source: 'renderer', origin: '', person: '', labels: dataset.annotationCount }])
  const done = await server.call(spaceEndpoints.getSpace, { params: { spaceId: space.id } })
  expect(done).toMatchObject({ status: 'success', fileCount: 4, progress: null })
  await expect(server.call(sampleEndpoints.createSample, { body: order })).rejects.toMatchObject({
    reason: 'space.name-taken',
  })
})

test('R2.02 of a sample for the first steps the first image waits for its labels; the list shows what is inside', async () => {
  const order = { name: 'First steps', count: 3, width: 64, height: 64, toLabel: 1 }
  const { datasetId } = await server.call(sampleEndpoints.createSample, { body: order })
  const dataset = await ready(server, datasetId ?? '')
  expect(dataset).toMatchObject({ fileCount: 3, labeledCount: 2, creator: 'admin' })
  const params = { datasetId: dataset.id }
  const { items } = await server.call(datasetEndpoints.listItems, { params, query: { status: ['to-label'] } })
  expect(items.map(({ path }) => path)).toEqual(['scene-00000.jpg'])

  const images = await server.call(datasetEndpoints.listItems, { params, query: {} })
  const query = { search: 'First steps', contents: 'true' as const }
  const [listed] = (await server.call(datasetEndpoints.listDatasets, { query })).items
  const { train, validation, test: held } = listed!.splits!
  expect(train + validation + held).toBe(3)
  expect(listed!.covers).toEqual(images.items.map(({ fileId }) => fileId))
  const [space] = (await server.call(spaceEndpoints.listSpaces, { query })).items
  expect(space).toMatchObject({ covers: listed!.covers, creator: 'admin' })
  const [plain] = (await server.call(datasetEndpoints.listDatasets, { query: { search: 'First steps' } })).items
  expect(plain).not.toHaveProperty('covers')
})
