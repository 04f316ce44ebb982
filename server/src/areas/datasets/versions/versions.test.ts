import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import type { shape } from '@vermilion/contract/labels/index'
import { decodeCoco } from '@vermilion/contract/formats/coco/document'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { ImageDefinition } from '#areas/tasks'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { datasetOf, picture, spaceWith } from '../testing/pictures.ts'

const quick: ImageDefinition = {
  title: { en: 'Quick', zh: '快速' },
  address: 'builtin:test',
  framework: 'node',
  taskKind: 'training',
  labelTypes: ['semantic-segmentation'],
  parameters: {},
  command: () => [
    process.execPath,
    '-e',
    "require('fs').writeFileSync('results.csv', 'epoch,loss,mAP\\n1,0.5,\\n2,0.25,0.75\\n')",
  ],
}

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ tasks: { images: { quick }, graceSeconds: 0.5 } })
})
afterAll(() => server.stop())

type ShapeInput = z.input<typeof shape>
const createVersion = ({ id }: { id: string }, name: string) =>
  server.call(datasetEndpoints.createVersion, { params: { datasetId: id }, body: { name } })
const get = (versionId: string) => server.call(datasetEndpoints.getVersion, { params: { versionId } })
const remove = (versionId: string) => server.call(datasetEndpoints.deleteVersion, { params: { versionId } })
const itemsOf = async ({ id }: { id: string }) =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId: id }, query: {} })).items
const save = (itemId: string, baseRevision: number, shapes: ShapeInput[], complete = true) =>
  server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body: { baseRevision, shapes, complete } })

async function made(dataset: { id: string }, name: string): Promise<DatasetVersion> {
  const { id } = await createVersion(dataset, name)
  await expect.poll(async () => (await get(id)).status).toBe('success')
  return get(id)
}

const mask = (labelId: string, counts: number[]): ShapeInput => {
  return { id: 'mask', kind: 'mask', labelId, mask: { x: 1, y: 1, width: 4, height: 2, counts } }
}
const polygon = (labelId: string): ShapeInput => {
  return { id: 'polygon', kind: 'polygon', labelId, polygon: { rings: [[1, 1, 9, 1, 9, 9]] } }
}
const square = (labelId: string, x = 1): ShapeInput => {
  return { id: 'square', kind: 'polygon', labelId, polygon: { rings: [[x, 2, x + 3, 2, x + 3, 5, x, 5]] } }
}

const kind = { labelType: 'semantic-segmentation' } as const

async function labeledDataset(name: string): Promise<{ dataset: Dataset; spaceId: string }> {
  const space = await spaceWith(server, name, ['1.png', '2.png', '3.png'])
  const dataset = await datasetOf(server, space.id, { ...kind, name, labels: [{ name: 'cat' }, { name: '狗' }] })
  const [cat, dog] = dataset.labels.map(({ id }) => id) as [string, string]
  const [one, two, three] = (await itemsOf(dataset)).map(({ id }) => id) as [string, string, string]
  await save(one, 0, [square(cat), mask(dog, [1, 3, 4])])
  await save(two, 0, [polygon(dog)])
  await save(three, 0, [])
  return { dataset, spaceId: space.id }
}

test('a version keeps labels, splits and shapes of more than one kind; alike content has one checksum, a number is never given twice', async () => {
  const { dataset } = await labeledDataset('kept')
  const first = await made(dataset, 'first')
  const classes = [
    { name: 'cat', images: 1, count: 1 },
    { name: '狗', images: 2, count: 2 },
  ]
  expect(first).toMatchObject({ number: 1, name: 'first', images: 3, labeled: 3, labels: 2, annotations: 3, classes })
  const covers = (await itemsOf(dataset)).filter((item) => item.annotationCount > 0).map(({ fileId }) => fileId)
  expect(first).toMatchObject({ datasetId: dataset.id, createdBy: 'admin', description: '', covers })
  expect(Object.values(first.splits).reduce((sum, count) => sum + (count ?? 0), 0)).toBe(3)
  expect(first.checksum).toMatch(/^[0-9a-f]{64}$/)
  const second = await made(dataset, 'second')
  expect(second).toMatchObject({ number: 2, checksum: first.checksum })
  await remove(second.id)
  await expect(get(second.id)).rejects.toMatchObject({ reason: 'version.not-found' })
  const third = await made(dataset, 'third')
  expect(third.number).toBe(3)
  const page = (query: { limit?: number; cursor?: string }) =>
    server.call(datasetEndpoints.listVersions, { params: { datasetId: dataset.id }, query })
  const listed = await page({ limit: 1 })
  expect(listed).toMatchObject({ total: 2, items: [{ number: 3 }] })
  expect(await page({ limit: 1, cursor: listed.nextCursor ?? '' })).toMatchObject({ items: [{ number: 1 }] })
  await expect(createVersion({ id: 'none' }, 'x')).rejects.toMatchObject({ reason: 'dataset.not-found' })
})

test('two versions are compared: images by path with what changed in them, and counts by class', async () => {
  const { dataset, spaceId } = await labeledDataset('compared')
  const [cat, dog] = dataset.labels.map(({ id }) => id) as [string, string]
  const previous = await made(dataset, 'before')
  const [one, two, three] = await itemsOf(dataset)
  await save(one!.id, 1, [square(cat), mask(dog, [2, 2, 4])])
  await server.call(fileOperationEndpoints.deleteFiles, {
    params: { spaceId },
    body: { selection: { fileIds: [two!.fileId] } },
  })
  await upload(server, { spaceId, path: '10.png' }, await picture(10))
  await upload(server, { spaceId, path: '2b.png' }, await picture(11))
  const selection = { filter: { recursive: true } }
  await server.call(datasetEndpoints.addImages, { params: { datasetId: dataset.id }, body: { spaceId, selection } })
  await expect.poll(async () => (await itemsOf(dataset)).length).toBe(5)
  const labels = [{ id: cat, name: 'kitten' }, { id: dog, name: '狗' }, { name: 'bird' }]
  await server.call(datasetEndpoints.updateLabels, { params: { datasetId: dataset.id }, body: { labels } })
  await expect.poll(async () => (await itemsOf(dataset)).filter(({ available }) => available).length).toBe(4)
  const after = await made(dataset, 'after')
  expect(after).toMatchObject({ images: 4, labeled: 2, annotations: 2 })

  const diff = (versionId: string, other: string) =>
    server.call(datasetEndpoints.diffVersions, { params: { versionId }, query: { with: other } })
  const first = { params: { versionId: previous.id }, query: { with: after.id } }
  await expect(server.call(datasetEndpoints.listVersionChanges, first)).rejects.toMatchObject({
    reason: 'version.not-compared',
  })
  await expect.poll(async () => (await diff(previous.id, after.id)).images).not.toBeNull()
  const match = await diff(previous.id, after.id)
  expect(match.progress).toBeNull()
  expect(match.images).toEqual({ added: 2, removed: 1, changed: 1, unchanged: 1 })
  expect(await diff(previous.id, after.id)).toEqual(match)
  expect(match.classes).toMatchObject([
    { labelId: cat, name: 'kitten', before: { name: 'cat', images: 1, count: 1 }, after: { images: 1, count: 1 } },
    { labelId: dog, before: { images: 2, count: 2 }, after: { images: 1, count: 1 } },
    { name: 'bird', before: null, after: { images: 0, count: 0 } },
  ])
  const changes = async (query: { change?: 'added' | 'removed' | 'changed'; limit: number }, cursor?: string) =>
    server.call(datasetEndpoints.listVersionChanges, {
      params: { versionId: previous.id },
      query: { with: after.id, ...query, ...(cursor === undefined ? {} : { cursor }) },
    })
  const expected = [
    { path: '1.png', change: 'changed', aspects: ['shapes'], before: 2, after: 2, itemId: one!.id },
    { path: '2.png', change: 'removed', aspects: [], before: 1, after: null, itemId: two!.id },
    { path: '2b.png', change: 'added', before: null, after: null },
    { path: '10.png', change: 'added', before: null, after: null },
  ]
  const full = await changes({ limit: 50 })
  expect(full.nextCursor).toBeNull()
  expect(full.items).toMatchObject(expected)
  expect(full.items.map(({ path }) => path)).not.toContain(three!.path)
  const paged = []
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await changes({ limit: 1 }, cursor)
    paged.push(...items)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  expect(paged).toEqual(full.items)
  expect((await changes({ limit: 9, change: 'added' })).items.map(({ path }) => path)).toEqual(['2b.png', '10.png'])
  for (const cursor of ['5-7', 'x', '5-0-0', '0-99999999-3']) {
    await expect(changes({ limit: 1 }, cursor)).rejects.toMatchObject({ reason: 'request.invalid' })
  }
  const { dataset: stranger } = await labeledDataset('stranger')
  const other = await made(stranger, 'other')
  await expect(diff(previous.id, other.id)).rejects.toMatchObject({ reason: 'version.not-found' })
})

test('R4.04 R5.11 a training runs on a version, the history says how it went, and the version stays while a task names it', async () => {
  const { dataset } = await labeledDataset('trained-on')
  const [cat] = dataset.labels.map(({ id }) => id) as [string]
  const version = await made(dataset, 'base')
  const [one] = await itemsOf(dataset)
  await save(one!.id, 1, [square(cat, 9)])
  const train = (name: string, versionId?: string) =>
    server.call(datasetEndpoints.startTraining, {
      params: { datasetId: dataset.id },
      body: { name, image: 'quick', ...(versionId === undefined ? {} : { versionId }) },
    })
  const onVersion = await train('on-version', version.id)
  const waitForEnd = (taskId: string) =>
    expect.poll(async () => (await server.call(taskEndpoints.getTask, { params: { taskId } })).status).toBe('success')
  await waitForEnd(onVersion.id)
  const asItIs = await train('as-it-is')
  await waitForEnd(asItIs.id)
  const { items, total } = await server.call(datasetEndpoints.listTrainings, {
    params: { datasetId: dataset.id },
    query: {},
  })
  expect(total).toBe(2)
  const metrics = { epoch: 2, loss: 0.25, mAP: 0.75 }
  expect(items).toMatchObject([
    { taskId: asItIs.id, name: 'as-it-is', status: 'success', taskStatus: 'success', metrics, version: null },
    { name: 'on-version', status: 'success', version: { id: version.id, number: 1, name: 'base' }, creator: 'admin' },
  ])
  expect(items[1]?.checksum).toBe(version.checksum)
  const shapes = []
  for (const split of ['train', 'val']) {
    const file = join(onVersion.mountPath, 'annotations', `instances_${split}.json`)
    const text = await readFile(file, 'utf8').catch(() => '{"images":[],"annotations":[],"categories":[]}')
    shapes.push(...decodeCoco(JSON.parse(text), file).images.flatMap((image) => image.shapes))
  }
  expect(shapes.map(({ kind, labelIndex }) => [kind, labelIndex]).toSorted()).toEqual([
    ['mask', 1],
    ['polygon', 0],
    ['polygon', 1],
  ])
  const rings = [[1, 2, 4, 2, 4, 5, 1, 5]]
  expect(shapes.find(({ labelIndex }) => labelIndex === 0)).toMatchObject({ polygon: { rings } })

  await expect(remove(version.id)).rejects.toThrow('The task on-version reads version 1: delete the task first')
  await server.call(taskEndpoints.deleteTask, { params: { taskId: onVersion.id } })
  await remove(version.id)
  await expect(train('gone', version.id)).rejects.toMatchObject({ reason: 'version.not-found' })

  const open = await spaceWith(server, 'unlabeled', ['1.png'])
  const started = await datasetOf(server, open.id, { ...kind, name: 'unlabeled' })
  const half = await made(started, 'half')
  const unlabeled = server.call(datasetEndpoints.startTraining, {
    params: { datasetId: started.id },
    body: { name: 'half', image: 'quick', versionId: half.id },
  })
  await expect(unlabeled).rejects.toThrow('There are unlabeled files, please complete labeling before training')
})

test('R2.24 R5.11 a version of the labeled images holds them alone, and can be trained on while others wait', async () => {
  const space = await spaceWith(server, 'partly', ['1.png', '2.png', '3.png'])
  const dataset = await datasetOf(server, space.id, { ...kind, name: 'partly', labels: [{ name: 'cat' }] })
  const [first, second] = await itemsOf(dataset)
  const labelId = dataset.labels[0]?.id ?? ''
  for (const item of [first, second]) await save(item?.id ?? '', 0, [polygon(labelId)])
  const params = { datasetId: dataset.id }
  const labeled = { status: ['labeled', 'reviewed'] as ('labeled' | 'reviewed')[] }
  const make = (filter: object) =>
    server.call(datasetEndpoints.createVersion, { params, body: { name: 'Labeled images', filter } })
  const { id } = await make(labeled)
  await expect.poll(async () => (await get(id)).status).toBe('success')
  expect(await get(id)).toMatchObject({ filter: labeled, images: 2, labeled: 2, annotations: 2 })
  const task = await server.call(datasetEndpoints.startTraining, {
    params,
    body: { name: 'on-a-part', image: 'quick', versionId: id },
  })
  expect(task.status).not.toBe('failed')
  await expect(make({ status: ['rejected'] })).rejects.toMatchObject({ reason: 'item.none-selected' })
})

test('an order that is repeated is one training', async () => {
  const { dataset } = await labeledDataset('repeated')
  const order = () =>
    server.fetch(`/datasets/${dataset.id}/trainings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'abcdefghijklmnopqrstu' },
      body: JSON.stringify({ name: 'once', image: 'quick' }),
    })
  const [one, other] = await Promise.all([order(), order()])
  expect(((await one.json()) as { data: unknown }).data).toEqual(((await other.json()) as { data: unknown }).data)
  const { total } = await server.call(datasetEndpoints.listTrainings, { params: { datasetId: dataset.id }, query: {} })
  expect(total).toBe(1)
})

test('what neither a version nor a task names any more is let go after a day', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-versions-'))
  const own = server
  try {
    server = await startTestServer({ data })
    const { dataset } = await labeledDataset('forgotten')
    const first = await made(dataset, 'first')
    const [item] = await itemsOf(dataset)
    await save(item!.id, 1, [])
    const second = await made(dataset, 'second')
    await remove(first.id)
    const retainedItems = () => server.app.datasets.snapshots.keptBefore('9999')
    expect((await retainedItems()).toSorted()).toEqual([first.checksum, second.checksum].toSorted())
    await server.stop()
    const later = Date.now() + 25 * 3_600_000
    server = await startTestServer({ data, clock: { now: () => later, time: () => new Date(later).toISOString() } })
    await expect.poll(retainedItems).toEqual([second.checksum])
    await server.stop()
  } finally {
    server = own
    await rm(data, { recursive: true, force: true })
  }
})

test('a training image that cannot read such labels is refused before anything is kept', async () => {
  const space = await spaceWith(server, 'boxes', ['1.png'])
  const dataset = await datasetOf(server, space.id, { name: 'boxes', labelType: 'target-detection' })
  const [item] = await itemsOf(dataset)
  await save(item!.id, 0, [])
  const train = (image: string) =>
    server.call(datasetEndpoints.startTraining, { params: { datasetId: dataset.id }, body: { name: 'x', image } })
  await expect(train('quick')).rejects.toMatchObject({ reason: 'image.other-labels' })
  await expect(train('none')).rejects.toMatchObject({ reason: 'image.not-found' })
})
