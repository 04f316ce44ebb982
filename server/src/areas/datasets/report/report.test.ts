import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { DatasetItem, ItemFilter } from '@vermilion/contract/datasets/items'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import type { Box } from '@vermilion/contract/labels/box'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { upload } from '../../../testing/upload.ts'
import { datasetOf, picture } from '../testing/pictures.ts'
import { changeRows } from '../../../testing/test-database.ts'

const data = await mkdtemp(join(tmpdir(), 'vermilion-'))
let server: TestServer
let dataset: Dataset

beforeAll(async () => {
  server = await startTestServer({ data })
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'report', path: 'report' } })
  for (const [index, seed] of [1, 2, 3, 4, 5, 5].entries()) {
    await upload(server, { spaceId: space.id, path: `${index + 1}.png` }, await picture(seed))
  }
  dataset = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }, { name: 'rust' }] })
})
afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true })
})

const find = async (query: ItemFilter = {}) => {
  const params = { datasetId: dataset.id }
  const { items } = await server.call(datasetEndpoints.listItems, { params, query: { ...query, limit: 500 } })
  const counted = await server.call(datasetEndpoints.countItems, { params, query })
  expect(counted.items).toBe(items.length)
  return items
}
const names = async (query: ItemFilter) => (await find(query)).map(({ path }) => path)
const report = () => server.call(datasetEndpoints.datasetReport, { params: { datasetId: dataset.id } })

async function label(item: DatasetItem, boxes: readonly Box[], complete = true): Promise<void> {
  const labelId = dataset.labels[0]!.id
  const { itemId, revision } = await server.call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })
  const shapes = boxes.map((box, at) => ({ id: `${at}`, kind: 'box', labelId, source: 'manual', box }) as const)
  const body = { baseRevision: revision, shapes, complete, seconds: 30 }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body })
}
const review = (itemId: string, decision: 'accept' | 'reject', note = '') =>
  server.call(datasetEndpoints.reviewItem, { params: { itemId }, body: { decision, note } })

test('R3.05 R2.24 the report counts files, labels, classes and sources, and each figure leads to its images', async () => {
  const [one, two, three] = await find()
  const plain = { x: 4, y: 4, width: 32, height: 24 }
  await label(one!, [plain])
  await label(two!, [plain, { x: 40, y: 30, width: 2, height: 2 }, { x: 60, y: 10, width: 10, height: 10 }])
  await label(three!, [plain, { ...plain, x: 5 }, { x: 0, y: 40, width: 12, height: 6 }])
  const match = await report()
  expect(match).toMatchObject({
    totalFiles: 6,
    labeledFiles: 3,
    unlabeledFiles: 3,
    totalLabels: 7,
    boundedShapes: 7,
    classes: [
      { name: 'dirt', count: 7, images: 3 },
      { name: 'rust', count: 0, images: 0 },
    ],
    sources: [{ source: 'manual', origin: '', person: 'admin', labels: 7 }],
    annotators: [{ annotator: 'admin', images: 3, labels: 7, reviewed: 0, rejected: 0, seconds: 90 }],
    duplicates: { contents: 1, images: 2, most: [{ path: '5.png', images: 2 }] },
  })
  expect(match.averageLabelsPerFile).toBeCloseTo(7 / 6)
  const findings = Object.fromEntries(match.findings.map(({ finding, ...counts }) => [finding, counts]))
  expect(findings).toEqual({
    tiny: { images: 1, shapes: 1 },
    outside: { images: 1, shapes: 1 },
    overlapping: { images: 1, shapes: 2 },
    duplicate: { images: 2, shapes: 2 },
  })
  expect(await names({ finding: 'tiny' })).toEqual(['2.png'])
  expect(await names({ finding: 'outside' })).toEqual(['2.png'])
  expect(await names({ finding: 'overlapping' })).toEqual(['3.png'])
  expect(await names({ finding: 'duplicate' })).toEqual(['5.png', '6.png'])
  expect(await names({ checksum: match.duplicates.most[0]!.checksum })).toEqual(['5.png', '6.png'])
  for (const { cell, images } of match.sizes) expect((await find({ sizeCell: cell })).length).toBe(images)
  for (const { cell, images } of match.positions) expect((await find({ positionCell: cell })).length).toBe(images)
  for (const [aspectRange, { images }] of match.aspects.entries())
    expect((await find({ aspectRange })).length).toBe(images)
  for (const { minimum, below, images } of match.labelsPerImage) {
    const maximumLabels = below === null ? undefined : below - 1
    expect((await find({ minimumLabels: minimum, maximumLabels })).length).toBe(images)
  }
  expect(match.sizes.find(({ cell }) => cell === 6 * 8 + 6)).toMatchObject({ shapes: 4, images: 3 })
})

test('R3.05 what is saved again is counted once: the report follows the shapes, also back to none', async () => {
  const previous = await report()
  const [one] = await find()
  await label(one!, [{ x: 0, y: 0, width: 1, height: 40 }])
  const changed = await report()
  expect(changed.findings.find(({ finding }) => finding === 'tiny')).toMatchObject({ images: 2, shapes: 2 })
  expect(changed.boundedShapes).toBe(previous.boundedShapes)
  await label(one!, [])
  const emptied = await report()
  expect(emptied).toMatchObject({ totalLabels: 6, boundedShapes: 6, labeledFiles: 3 })
  expect(emptied.classes[0]).toMatchObject({ count: 6, images: 2 })
  await label(one!, [{ x: 4, y: 4, width: 32, height: 24 }])
  const { annotators: _before, ...figures } = previous
  const { annotators: _after, ...again } = await report()
  expect(again).toEqual(figures)
})

test('R4.12 R5.11 a rejected image must be labeled again, and who labeled it sees why', async () => {
  const [one, two, , untouched] = await find()
  await expect(review(untouched!.id, 'accept')).rejects.toMatchObject({ reason: 'item.not-labeled' })
  expect(await review(one!.id, 'accept')).toMatchObject({ status: 'reviewed', reviewer: 'admin' })
  expect(await review(two!.id, 'reject', '框太小')).toMatchObject({ status: 'rejected', note: '框太小' })
  const after = await report()
  expect(after).toMatchObject({ labeledFiles: 2, unlabeledFiles: 4 })
  expect(after.annotators).toMatchObject([{ annotator: 'admin', images: 2, reviewed: 1, rejected: 1 }])
  expect(after.statuses.map(({ images }) => images)).toEqual([3, 1, 1, 1])
  expect(await names({ status: ['rejected', 'reviewed'] })).toEqual(['1.png', '2.png'])
  const counted = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  expect(counted.labeledCount).toBe(2)

  await label(two!, [{ x: 4, y: 4, width: 32, height: 24 }])
  const [again] = await find({ status: ['labeled'], search: '2.' })
  expect(again).toMatchObject({ path: '2.png', annotator: 'admin', note: '框太小' })
  await label(one!, [], false)
  expect(await names({ status: ['labeled'], search: '1.' })).toEqual(['1.png'])
  expect(await names({ status: ['reviewed'] })).toEqual([])
  await label(one!, [{ x: 1, y: 1, width: 9, height: 9 }])
})

test('R2.25 images are found by annotator, date, label, split and tag, and their shapes come along', async () => {
  const [labelId] = dataset.labels.map(({ id }) => id)
  const labeled = ['1.png', '2.png', '3.png']
  expect(await names({ annotator: 'admin' })).toEqual(labeled)
  expect(await names({ annotator: 'nobody' })).toEqual([])
  expect(await names({ annotatedFrom: '2020-01-01T00:00:00Z' })).toEqual(labeled)
  expect(await names({ annotatedBefore: '2020-01-01T00:00:00Z' })).toEqual([])
  expect(await names({ labelId, minimumLabels: 2 })).toEqual(['3.png'])
  expect(await names({ available: false })).toEqual([])
  const params = { datasetId: dataset.id }
  const query = { offset: 2, limit: 2, shapes: 'true' } as const
  const page = await server.call(datasetEndpoints.listItems, { params, query })
  expect(page).toMatchObject({ total: 6, from: 3 })
  expect(page.items.map(({ path, shapes }) => [path, shapes?.length])).toEqual([
    ['3.png', 3],
    ['4.png', 0],
  ])
  const { previousId, nextId } = await server.call(datasetEndpoints.getItem, {
    params: { itemId: page.items[0]!.id },
    query: { status: ['to-label'] },
  })
  expect([previousId, nextId]).toEqual([null, page.items[1]!.id])
})

test('the doctor counts what reports are made of again, and puts it right', async () => {
  expect(await runCommand(data, ['doctor'])).toEqual({
    status: 0,
    output: expect.stringContaining('Nothing is wrong.'),
  })
  const figures = await report()
  const spoil = (statement: string) => changeRows(data, statement)
  await spoil(`update "datasetGeometry" set "counts" = replace("counts", '"bounded":', '"bounded":7')`)
  await spoil(`update "datasetCounts" set "images" = "images" + 1 where "kind" in ('split', 'source')`)
  await spoil(`update "datasetLabels" set "imageCount" = 9`)
  await spoil(
    `update "datasetItemLabels" set "count" = "count" + 1 where "itemId" = (select min("itemId") from "datasetItemLabels")`,
  )
  await spoil(`update "datasetItems" set "labels" = '', "duplicated" = 1 - "duplicated"`)
  const match = await runCommand(data, ['doctor'])
  expect(match.status).toBe(1)
  const named = ['Labels of dataset images', 'Duplicates among dataset images', 'Counters of labels']
  for (const name of ['Sizes and places of shapes', 'Counters of reports', ...named])
    expect(match.output).toContain(`WRONG   ${name}`)
  await server.stop()
  await runCommand(data, ['doctor', '--repair'])
  expect(await runCommand(data, ['doctor'])).toMatchObject({ status: 0 })
  server = await startTestServer({ data })
  expect(await report()).toEqual(figures)
})
