import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { upload } from '../../testing/upload.ts'
import { importFile, problemsOf } from './testing/imports.ts'
import { datasetOf, picture, spaceWith } from './testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const items = async (
  datasetId: string,
  query: { status?: 'to-label' | 'labeled'; limit?: number; cursor?: string } = {},
) => server.call(datasetEndpoints.listItems, { params: { datasetId }, query })

test('R3.04 R2.05 a dataset refers to the readable images of a folder, in the order people sort paths', async () => {
  const space = await spaceWith(server, 'order', ['a/2.png', 'a/10.png', 'b/1.png', 'notes.txt'])
  await upload(server, { spaceId: space.id, path: 'a/broken.png' }, new Uint8Array([137, 80, 78, 71, 1, 2, 3]))
  const all = await datasetOf(server, space.id, {
    name: 'all',
    tags: ['floor'],
    description: 'Everything',
    labels: [{ name: 'dirt' }, { name: '动物', colour: '#112233' }],
  })
  expect(all).toMatchObject({
    spaceName: 'order',
    tags: ['floor'],
    description: 'Everything',
    fileCount: 3,
    labeledCount: 0,
    displayState: 'to-label',
    labels: [
      { index: 0, name: 'dirt' },
      { index: 1, name: '动物', colour: '#112233' },
    ],
  })
  expect((await items(all.id)).items.map(({ path }) => path)).toEqual(['a/2.png', 'a/10.png', 'b/1.png'])
  const folder = await datasetOf(server, space.id, { name: 'folder a', folder: 'a' })
  expect(folder.fileCount).toBe(2)
})

test('guidelines are kept as they were written, and changed without the rest', async () => {
  const space = await spaceWith(server, 'guided', ['1.png'])
  const written = 'Boxes end where the dirt ends.\n不标反光。'
  const { id, guidelines } = await datasetOf(server, space.id, { name: 'guided', guidelines: written })
  expect(guidelines).toBe(written)
  const changed = await server.call(datasetEndpoints.updateDataset, {
    params: { datasetId: id },
    body: { guidelines: '' },
  })
  expect(changed).toMatchObject({ guidelines: '', name: 'guided' })
})

test('pages of images say x-y of total in both directions, and an image knows its neighbours', async () => {
  const space = await spaceWith(
    server,
    'pages',
    Array.from({ length: 5 }, (_, index) => `${index}.png`),
  )
  const { id } = await datasetOf(server, space.id, { name: 'pages' })
  const first = await items(id, { limit: 2 })
  const second = await items(id, { limit: 2, cursor: first.nextCursor! })
  expect([first.from, second.from, second.total]).toEqual([1, 3, 5])
  expect(await items(id, { limit: 2, cursor: second.previousCursor! })).toMatchObject({ from: 1, items: first.items })
  const middle = second.items[0]!
  const visible = await server.call(datasetEndpoints.getItem, { params: { itemId: middle.id }, query: {} })
  expect(visible).toMatchObject({ position: 3, total: 5, previousId: first.items[1]!.id, nextId: second.items[1]!.id })
  expect(visible).not.toHaveProperty('checksum')
})

test('R5.03 what a dataset needs is asked for, a taken name and an empty folder are refused', async () => {
  const space = await spaceWith(server, 'refusals', ['1.png'])
  await datasetOf(server, space.id, { name: 'taken' })
  await expect(datasetOf(server, space.id, { name: 'taken' })).rejects.toMatchObject({ reason: 'dataset.name-taken' })
  await expect(datasetOf(server, space.id, { name: 'none', folder: 'x' })).rejects.toMatchObject({
    reason: 'dataset.empty',
  })
  await expect(datasetOf(server, 'nowhere', { name: 'lost' })).rejects.toMatchObject({ reason: 'space.not-found' })
  const bare = await server.fetch('/datasets', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  const { data } = (await bare.json()) as { data: { fields: Record<string, string> } }
  expect(Object.keys(data.fields).toSorted()).toEqual(['format', 'labelType', 'name', 'spaceId', 'type'])
  const twins = [{ name: 'dirt' }, { name: 'dirt' }]
  await expect(datasetOf(server, space.id, { name: 'twins', labels: twins })).rejects.toMatchObject({
    reason: 'request.invalid',
  })
})

test('R2.24 R4.03 datasets are filtered by what the list shows of them, and an image by a label on it', async () => {
  const space = await spaceWith(server, 'filtered', ['1.png', '2.png'])
  const labels = [{ name: 'dirt' }, { name: 'cat' }]
  const untouched = await datasetOf(server, space.id, { name: 'filter untouched', labels, tags: ['Red', 'floor'] })
  const started = await datasetOf(server, space.id, { name: 'Filter begun', labels, format: 'yolo' })
  const done = await datasetOf(server, space.id, { name: 'filter done', labels })
  const annotate = async (dataset: typeof done, images: number) => {
    for (const { id } of (await items(dataset.id, { limit: images })).items) {
      const box = { kind: 'box' as const, box: { x: 1, y: 1, width: 5, height: 5 } }
      const shapes = [{ id: 's', labelId: dataset.labels[0]!.id, source: 'manual' as const, ...box }]
      const body = { baseRevision: 0, shapes, complete: true } as never
      await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: id }, body })
    }
  }
  await annotate(started, 1)
  await annotate(done, 2)
  type Request = Parameters<typeof server.call<typeof datasetEndpoints.listDatasets>>[1]['query']
  const search = async (query: Request) => {
    const page = await server.call(datasetEndpoints.listDatasets, { query: { space: space.id, ...query } })
    return page.items.map(({ name }) => name)
  }
  for (const state of ['creating', 'invalid', 'to-label', 'labeling', 'normal', 'training'] as const) {
    const all = await server.call(datasetEndpoints.listDatasets, { query: { limit: 500 } })
    const visible = all.items.filter(({ displayState }) => displayState === state).map(({ id }) => id)
    const page = await server.call(datasetEndpoints.listDatasets, { query: { state, limit: 500 } })
    expect(
      page.items.map(({ id }) => id),
      state,
    ).toEqual(visible)
  }
  expect(await search({ state: 'to-label' })).toEqual(['filter untouched'])
  expect(await search({ state: 'labeling' })).toEqual(['Filter begun'])
  expect(await search({ state: 'normal' })).toEqual(['filter done'])
  expect(await search({ format: 'yolo' })).toEqual(['Filter begun'])
  expect(await search({ tags: 'red;FLO' })).toEqual(['filter untouched'])
  expect(await search({ sort: 'name' })).toEqual(['Filter begun', 'filter done', 'filter untouched'])
  expect(await search({ sort: '-labeledCount' })).toEqual(['filter done', 'Filter begun', 'filter untouched'])
  expect(untouched.displayState).toBe('to-label')

  const labeled = (labelId: string) =>
    server.call(datasetEndpoints.listItems, { params: { datasetId: started.id }, query: { labelId } })
  expect(await labeled(started.labels[0]!.id)).toMatchObject({ total: 1, items: [{ path: '1.png' }] })
  expect(await labeled(started.labels[1]!.id)).toMatchObject({ total: 0 })
})

test('labels keep their index through renaming, swapping and deleting; one in use is not deleted', async () => {
  const space = await spaceWith(server, 'labels', ['1.png'])
  const dataset = await datasetOf(server, space.id, {
    name: 'labels',
    labels: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  })
  const [a, b, c] = dataset.labels as [
    (typeof dataset.labels)[0],
    (typeof dataset.labels)[0],
    (typeof dataset.labels)[0],
  ]
  const save = (labels: { id?: string; name: string }[]) =>
    server.call(datasetEndpoints.updateLabels, { params: { datasetId: dataset.id }, body: { labels } })
  const swapped = await save([{ id: a.id, name: 'b' }, { id: b.id, name: 'a' }, { name: 'd' }])
  expect(swapped.labels.map(({ index, name }) => [index, name])).toEqual([
    [0, 'b'],
    [1, 'a'],
    [3, 'd'],
  ])
  const [item] = (await items(dataset.id)).items
  await server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId: item!.id },
    body: {
      baseRevision: 0,
      shapes: [{ id: 's', kind: 'box', labelId: a.id, box: { x: 1, y: 1, width: 5, height: 5 } }],
    },
  })
  await expect(save([{ id: b.id, name: 'a' }])).rejects.toMatchObject({ reason: 'dataset.label-in-use' })
  await expect(save([{ id: c.id, name: 'c' }])).rejects.toMatchObject({ reason: 'dataset.label-not-found' })
  const again = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  expect(again.labels).toEqual(swapped.labels)
})

test('annotations of a COCO file come in by path or by a file name that is the only one; what is labeled stays', async () => {
  const space = await spaceWith(server, 'import', ['a/1.png', 'a/2.png', 'b/2.png', 'c/3.png', 'c/4.png'])
  const dataset = await datasetOf(server, space.id, { name: 'import', labels: [{ name: 'dirt' }] })
  const list = (await items(dataset.id)).items
  const done = list.find(({ path }) => path === 'c/4.png')!
  await server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId: done.id },
    body: { baseRevision: 0, shapes: [], complete: true },
  })
  const image = (id: number, file_name: string, width = 64, height = 48) => ({ id, file_name, width, height })
  const document = {
    images: [
      image(1, 'a/1.png'),
      image(2, '2.png'),
      image(3, '3.png', 32, 24),
      image(4, 'c/4.png'),
      image(9, 'gone.png'),
    ],
    categories: [
      { id: 7, name: 'dirt' },
      { id: 8, name: 'cat' },
    ],
    annotations: [
      { id: 1, image_id: 1, category_id: 8, bbox: [-4, 2, 10, 10] },
      { id: 2, image_id: 2, category_id: 7, bbox: [1, 1, 2, 2] },
      { id: 3, image_id: 3, category_id: 7, bbox: [1, 2, 3, 4] },
      { id: 4, image_id: 4, category_id: 7, bbox: [1, 2, 3, 4] },
    ],
  }
  const file = (content: object) => ({ name: 'train.json', content: Buffer.from(JSON.stringify(content)) })
  const finished = await importFile(server, dataset.id, file(document))
  expect(finished).toMatchObject({
    status: 'success',
    findings: { missing: 2 },
    done: { images: 2, annotations: 2, kept: 1, labels: ['cat'] },
  })
  const boxOf = async (path: string) => {
    const { id } = list.find((item) => item.path === path)!
    return (await server.call(annotationEndpoints.getAnnotation, { params: { itemId: id } })).shapes[0]
  }
  expect(await boxOf('a/1.png')).toMatchObject({ box: { x: 0, y: 2, width: 6, height: 10 } })
  expect(await boxOf('c/3.png')).toMatchObject({ box: { x: 2, y: 4, width: 6, height: 8 } })
  expect(await boxOf('c/4.png')).toBeUndefined()

  const broken = { ...document, annotations: [{ id: 5, image_id: 99, category_id: 7, bbox: [0, 0, 1, 1] }] }
  const odd = await importFile(server, dataset.id, { ...file(broken), dryRun: true })
  expect((await problemsOf(server, odd.id)).map(({ reason }) => reason.en).join()).toContain('annotation 5')
})

test('R3.05 the report counts what is labeled, by class', async () => {
  const space = await spaceWith(server, 'report', ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, { name: 'report', labels: [{ name: 'dirt' }, { name: 'cat' }] })
  const [item] = (await items(dataset.id)).items
  const box = { x: 1, y: 1, width: 5, height: 5 }
  const labelId = dataset.labels[0]!.id
  await server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId: item!.id },
    body: {
      baseRevision: 0,
      complete: true,
      shapes: [1, 2, 3].map((number) => ({ id: `s${number}`, kind: 'box' as const, labelId, box })),
    },
  })
  const report = await server.call(datasetEndpoints.datasetReport, { params: { datasetId: dataset.id } })
  expect(report).toMatchObject({
    totalFiles: 2,
    labeledFiles: 1,
    unlabeledFiles: 1,
    totalLabels: 3,
    averageLabelsPerFile: 1.5,
  })
  expect(report.classes.map(({ name, count }) => [name, count])).toEqual([
    ['dirt', 3],
    ['cat', 0],
  ])
  expect(await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })).toMatchObject({
    displayState: 'labeling',
  })
})

test('R8.10 images that lose their file stay, marked; deleting a space names the datasets it affects', async () => {
  const space = await spaceWith(server, 'losses', ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, { name: 'losses' })
  const [first, second] = (await items(dataset.id)).items
  await server.call(fileOperationEndpoints.deleteFiles, {
    params: { spaceId: space.id },
    body: { selection: { fileIds: [first!.fileId] } },
  })
  expect((await items(dataset.id)).items.map(({ available }) => available)).toEqual([false, true])
  await upload(server, { spaceId: space.id, path: '2.png' }, await picture(77, 20, 10))
  await expect
    .poll(async () => (await items(dataset.id)).items.find(({ id }) => id === second!.id))
    .toMatchObject({ width: 20, height: 10, available: true })
  const { affectedDatasets } = await server.call(spaceEndpoints.deleteSpace, { params: { spaceId: space.id } })
  expect(affectedDatasets).toEqual([{ id: dataset.id, name: 'losses' }])
  expect((await items(dataset.id)).items.map(({ available }) => available)).toEqual([false, false])
  await server.call(datasetEndpoints.deleteDataset, { params: { datasetId: dataset.id } })
  await expect(items(dataset.id)).rejects.toMatchObject({ reason: 'dataset.not-found' })
})
