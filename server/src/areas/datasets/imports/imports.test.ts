import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { maxLabels } from '@vermilion/contract/labels/dataset-labels'
import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import {
  beginImport,
  box,
  image,
  importFile,
  itemsOf,
  problemsOf,
  sendImportFile,
  settledImport,
  shapesAt,
} from '../testing/imports.ts'
import { datasetOf, picture, spaceWith } from '../testing/pictures.ts'
import { zipOf } from '../../files/testing/hostile-archives.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

test('an import looks first, then takes boxes by class, matched by path or by the only file name', async () => {
  const space = await spaceWith(server, 'import', ['a/1.png', 'a/2.png', 'b/2.png', 'c/3.png', 'c/4.png'])
  const dataset = await datasetOf(server, space.id, { name: 'import', labels: [{ name: 'dirt' }] })
  const done = (await itemsOf(server, dataset.id)).find(({ path }) => path === 'c/4.png')!
  await server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId: done.id },
    body: { baseRevision: 0, shapes: [], complete: true },
  })
  const document = {
    images: [
      image(1, 'a/1.png'),
      image(2, '2.png'),
      image(3, '3.png', 32, 24),
      image(4, 'c/4.png'),
      image(5, 'gone.png'),
    ],
    categories: [
      { id: 7, name: 'cat', color: '#123456' },
      { id: 8, name: 'dirt' },
      { id: 9, name: 'noise' },
    ],
    annotations: [
      box(1, 1, 7, [1, 2, 3, 4]),
      box(2, 1, 8, [60, 40, 20, 20]),
      box(3, 3, 8, [1, 2, 3, 4]),
      box(4, 4, 8, [1, 2, 3, 4]),
      box(5, 1, 9, [1, 2, 3, 4]),
      box(6, 1, 8, [1, 2, -3, 4]),
    ],
  }
  const content = JSON.stringify(document)
  const looked = await importFile(server, dataset.id, { name: 'labels.json', content, dryRun: true })
  expect(looked).toMatchObject({ status: 'ready', found: 'coco', name: 'labels.json', error: null })
  expect(looked.findings).toMatchObject({ images: 5, annotations: 5, matched: 3, labeled: 1, addable: 0, missing: 2 })
  expect(looked.findings.classes).toEqual([
    {
      name: 'cat',
      colour: '#123456',
      images: 1,
      annotations: 1,
      attributes: [],
      target: { create: 'cat', colour: '#123456' },
    },
    { name: 'dirt', colour: null, images: 3, annotations: 3, attributes: [], target: dataset.labels[0]!.id },
    { name: 'noise', colour: null, images: 1, annotations: 1, attributes: [], target: { create: 'noise' } },
  ])
  const problems = await problemsOf(server, looked.id)
  expect(problems).toHaveLength(3)
  expect(problems.map(({ file }) => file)).toEqual(['labels.json', '2.png', 'gone.png'])
  expect(problems[0]!.line).toBe(1)
  expect((await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })).annotationCount).toBe(
    0,
  )

  const started = await server.call(datasetImportEndpoints.startImport, {
    params: { importId: looked.id },
    body: { mapping: { noise: null } },
  })
  expect(started.status).toBe('importing')
  const finished = await settledImport(server, looked.id)
  expect(finished).toMatchObject({
    status: 'success',
    done: { images: 2, annotations: 3, added: 0, kept: 1, labels: ['cat'] },
  })
  const after = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  expect(after).toMatchObject({ annotationCount: 3, labeledCount: 3 })
  expect(after.labels.map(({ name }) => name)).toEqual(['dirt', 'cat'])
  const [cat, dirt] = await shapesAt(server, dataset.id, 'a/1.png')
  expect(cat).toMatchObject({ kind: 'box', source: 'import', box: { x: 1, y: 2, width: 3, height: 4 } })
  expect(dirt).toMatchObject({ box: { x: 60, y: 40, width: 4, height: 8 } })
  expect(await shapesAt(server, dataset.id, 'c/3.png')).toMatchObject([{ box: { x: 2, y: 4, width: 6, height: 8 } }])
  expect(await shapesAt(server, dataset.id, 'c/4.png')).toEqual([])
})

test('images of an archive come into the dataset with their labels, once; merging adds only what is not there', async () => {
  const space = await spaceWith(server, 'archive', ['1.png'])
  const dataset = await datasetOf(server, space.id, { name: 'archive', labels: [{ name: 'dirt' }] })
  const document = (...boxes: ReturnType<typeof box>[]) => ({
    images: [image(1, '1.png'), image(2, 'new/图.png', 30, 20), image(3, 'new/broken.png')],
    categories: [{ id: 1, name: 'dirt' }],
    annotations: boxes,
  })
  const archive = async (...boxes: ReturnType<typeof box>[]) =>
    zipOf([
      { name: 'annotations/instances_train.json', content: Buffer.from(JSON.stringify(document(...boxes))) },
      { name: 'images/train/new/图.png', content: await picture(77, 30, 20) },
      { name: 'images/train/new/broken.png', content: new Uint8Array([1, 2, 3]) },
    ])
  const first = await importFile(server, dataset.id, {
    name: 'more.zip',
    content: await archive(box(1, 1, 1, [1, 1, 5, 5]), box(2, 2, 1, [2, 2, 5, 5])),
  })
  expect(first).toMatchObject({ status: 'success', done: { images: 2, annotations: 2, added: 1, labels: [] } })
  expect((await problemsOf(server, first.id)).map(({ file }) => file)).toEqual(['images/train/new/broken.png'])
  const paths = (await itemsOf(server, dataset.id)).map(({ path }) => path)
  expect(paths).toEqual(['1.png', 'more/images/train/new/图.png'])

  const second = await importFile(server, dataset.id, {
    name: 'more.zip',
    content: await archive(box(1, 1, 1, [1, 1, 5, 5]), box(2, 1, 1, [9, 9, 5, 5]), box(3, 2, 1, [2, 2, 5, 5])),
    existing: 'merge',
  })
  expect(second).toMatchObject({ status: 'success', done: { images: 2, annotations: 1, added: 0 } })
  expect(await shapesAt(server, dataset.id, '1.png')).toHaveLength(2)
  expect(await itemsOf(server, dataset.id)).toHaveLength(2)
})

test('what is no archive, of no known format, or is asked for in the wrong order is refused in words', async () => {
  const space = await spaceWith(server, 'refused', ['1.png'])
  const dataset = await datasetOf(server, space.id, { name: 'refused' })
  const cut = await importFile(server, dataset.id, { name: 'cut.zip', content: new Uint8Array([0x50, 0x4b, 3, 4, 0]) })
  expect(cut).toMatchObject({ status: 'failed', error: { en: expect.stringContaining('damaged') } })
  const text = zipOf([{ name: 'notes.md', content: Buffer.from('nothing') }])
  const unknown = await importFile(server, dataset.id, { name: 'notes.zip', content: text })
  expect(unknown).toMatchObject({ status: 'failed', error: { en: expect.stringContaining('no format') } })
  const start = server.call(datasetImportEndpoints.startImport, { params: { importId: cut.id }, body: {} })
  await expect(start).rejects.toThrow('not waiting')
  const stranger = beginImport(server, dataset.id, { source: { uploadId: 'nobody' } })
  await expect(stranger).rejects.toThrow('nothing to import from')
  const uploadId = await sendImportFile(server, dataset.id, 'x.json', '{}')
  const mapping = beginImport(server, dataset.id, { source: { uploadId }, mapping: { a: 'no-label' } })
  await expect(mapping).rejects.toThrow('not one of this dataset')
})

test('a file may bring as many classes as a dataset has labels; more are refused in words, with a look first or without', async () => {
  const space = await spaceWith(server, 'classes', ['1.png'])
  const dataset = await datasetOf(server, space.id, { name: 'classes' })
  const content = (count: number) =>
    JSON.stringify({
      images: [image(1, '1.png')],
      categories: Array.from({ length: count }, (_, id) => ({ id, name: `class ${id}` })),
      annotations: [box(1, 1, count - 1, [1, 2, 3, 4])],
    })
  const refused = { en: expect.stringContaining(`${maxLabels + 1} labels`), zh: expect.stringContaining('1000') }
  const many = { name: 'many.json', content: content(maxLabels + 1), existing: 'replace' } as const
  expect(await importFile(server, dataset.id, many)).toMatchObject({ status: 'failed', error: refused })
  const looked = await importFile(server, dataset.id, { ...many, dryRun: true })
  const start = (mapping: Record<string, null>) =>
    server.call(datasetImportEndpoints.startImport, { params: { importId: looked.id }, body: { mapping } })
  await expect(start({})).rejects.toMatchObject({ reason: 'dataset.too-many-labels' })
  await start({ 'class 0': null })
  expect(await settledImport(server, looked.id)).toMatchObject({ status: 'success', done: { annotations: 1 } })
  const { labels } = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  expect(labels.map(({ name }) => name)).toEqual(Array.from({ length: maxLabels }, (_, id) => `class ${id + 1}`))
  const body = { labels: labels.map(({ id, name }) => ({ id, name })) }
  await server.call(datasetEndpoints.updateLabels, { params: { datasetId: dataset.id }, body })
})

test('a file stays while an import that was looked at may still be started', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-imports-'))
  const hour = 3_600_000
  const start = (hours: number) => {
    const now = () => Date.now() + hours * hour
    return startTestServer({ data, clock: { now, time: () => new Date(now()).toISOString() } })
  }
  let own = await start(0)
  try {
    const space = await spaceWith(own, 'later', ['1.png'])
    const { id: datasetId } = await datasetOf(own, space.id, { name: 'later' })
    const annotations = [box(1, 1, 1, [1, 2, 3, 4])]
    const content = JSON.stringify({ images: [image(1, '1.png')], categories: [{ id: 1, name: 'dirt' }], annotations })
    const uploadId = await sendImportFile(own, datasetId, 'labels.json', content)
    const idle = await sendImportFile(own, datasetId, 'other.json', content)
    await own.stop()
    own = await start(23)
    const { id: importId } = await beginImport(own, datasetId, { source: { uploadId }, dryRun: true })
    expect(await settledImport(own, importId)).toMatchObject({ status: 'ready' })
    await own.stop()
    own = await start(25)
    await own.platform.jobs.settled()
    await expect(beginImport(own, datasetId, { source: { uploadId: idle } })).rejects.toMatchObject({
      reason: 'dataset.import-source-missing',
    })
    expect(await settledImport(own, (await beginImport(own, datasetId, { source: { uploadId } })).id)).toMatchObject({
      status: 'success',
      done: { annotations: 1 },
    })
    await own.stop()
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('what of a polygon lies outside is cut off; one that lies wholly outside is told of and not saved', async () => {
  const space = await spaceWith(server, 'outside', ['1.png', '2.png'])
  const more = { name: 'outside', labelType: 'semantic-segmentation', labels: [{ name: 'dirt' }] } as const
  const dataset = await datasetOf(server, space.id, { ...more, labels: [...more.labels] })
  const area = (id: number, image_id: number, points: number[]) => ({
    ...box(id, image_id, 1, [0, 0, 1, 1]),
    segmentation: [points],
  })
  const content = JSON.stringify({
    images: [image(1, '1.png'), image(2, '2.png')],
    categories: [{ id: 1, name: 'dirt' }],
    annotations: [
      area(1, 1, [10, 10, 74, 10, 74, 20, 10, 20]),
      area(2, 1, [70, 5, 90, 5, 90, 25]),
      // Its area lies around a corner: moving its points inside would change it.
      area(3, 2, [-10, 5, -10, -10, 5, -10]),
    ],
  })
  const done = await importFile(server, dataset.id, { name: 'outside.json', content })
  expect(done).toMatchObject({ status: 'success', problemCount: 2, done: { images: 1, annotations: 1 } })
  expect((await problemsOf(server, done.id)).map(({ file }) => file)).toEqual(['1.png', '2.png'])
  const [retained] = await shapesAt(server, dataset.id, '1.png')
  expect(retained).toMatchObject({ kind: 'polygon' })
  const [ring] = retained !== undefined && 'polygon' in retained ? retained.polygon.rings : []
  const points = Array.from({ length: 4 }, (_, at) => `${ring?.[2 * at]},${ring?.[2 * at + 1]}`)
  expect(points.toSorted()).toEqual(['10,10', '10,20', '64,10', '64,20'])
  expect(await shapesAt(server, dataset.id, '1.png')).toHaveLength(1)
  expect(await shapesAt(server, dataset.id, '2.png')).toEqual([])
})
