import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import { maskArea } from '@vermilion/contract/labels/mask'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { box, image, importFile, problemsOf, settledImport, shapesAt } from '../testing/imports.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

async function photosOf(name: string, orientations: readonly number[], isOfBoxes = false) {
  const { id: spaceId } = await spaceWith(server, name, [])
  for (const orientation of orientations) {
    const photo = sharp({ create: { width: 12, height: 8, channels: 3, background: { r: orientation, g: 9, b: 9 } } })
    const content = await photo.withMetadata({ orientation }).jpeg().toBuffer()
    await upload(server, { spaceId, path: `${orientation}.jpg` }, new Uint8Array(content))
  }
  return datasetOf(server, spaceId, { name, labelType: isOfBoxes ? 'target-detection' : 'semantic-segmentation' })
}

/** The first two pixels of the first row as column-wise runs. */
const firstTwo = ([width, height]: readonly [number, number]) => ({
  size: [height, width],
  counts: [0, 1, height - 1, 1, width * height - height - 1],
})

const document = (names: readonly string[], size: readonly number[] | null, annotation: object) =>
  JSON.stringify({
    images: names.map((name, id) => (size === null ? { id, file_name: name } : image(id, name, size[0], size[1]))),
    categories: [{ id: 1, name: 'cat' }],
    annotations: names.map((_, id) => ({ ...box(id, id, 1, [0, 0, 2, 1]), ...annotation })),
  })

async function windowAt(datasetId: string, path: string) {
  const shapes = await shapesAt(server, datasetId, path)
  return shapes.map((shape) => {
    if (shape.kind === 'box') return Object.values(shape.box)
    return shape.kind === 'mask'
      ? [shape.mask.x, shape.mask.y, shape.mask.width, shape.mask.height, maskArea(shape.mask)]
      : [shape.kind]
  })
}

test.each([
  { what: 'the stored size, as the masks have it', size: [12, 8] as const },
  { what: 'the upright size, unlike the masks', size: [8, 12] as const },
  { what: 'no size', size: null },
])('R2.24 masks of stored pixels are turned with their picture where the files say $what', async ({ what, size }) => {
  const orientations = [5, 6, 7, 8]
  const dataset = await photosOf(`masks ${what.replaceAll(/,/g, '')}`, orientations)
  const names = orientations.map((one) => `${one}.jpg`)
  const content = document(names, size, { segmentation: firstTwo([12, 8]) })
  const done = await importFile(server, dataset.id, { name: 'runs.json', content })
  expect(done).toMatchObject({ status: 'success', done: { annotations: 4 }, problemCount: 0 })
  expect(await Promise.all(names.map((name) => windowAt(dataset.id, name)))).toEqual([
    [[0, 0, 1, 2, 2]],
    [[7, 0, 1, 2, 2]],
    [[7, 10, 1, 2, 2]],
    [[0, 10, 1, 2, 2]],
  ])
})

test('R2.24 masks whose sides are swapped for no reason that the picture has are refused, and told', async () => {
  const dataset = await photosOf('swapped', [1])
  const content = document(['1.jpg'], [12, 8], { segmentation: firstTwo([8, 12]) })
  const done = await importFile(server, dataset.id, { name: 'runs.json', content })
  expect(done).toMatchObject({ status: 'failed', error: { en: expect.stringContaining('masks of another size') } })
})

test('R2.24 boxes in stored pixels of a turned picture are not told from those of the upright one by their size alone', async () => {
  // Orientations 2 to 4 keep the size, so the frame is ambiguous; tools show the upright one.
  const dataset = await photosOf('kept sizes', [2, 3, 4], true)
  const content = document(['2.jpg', '3.jpg', '4.jpg'], [12, 8], {})
  expect(await importFile(server, dataset.id, { name: 'boxes.json', content })).toMatchObject({ problemCount: 0 })
  for (const path of ['2.jpg', '3.jpg', '4.jpg']) expect(await windowAt(dataset.id, path)).toEqual([[0, 0, 2, 1]])
})

test('R2.24 where no size is said and labels fit the stored picture alone, they are turned, and it is told', async () => {
  const dataset = await photosOf('no sizes', [6], true)
  const content = 'filename,class,xmin,ymin,xmax,ymax\n6.jpg,cat,10,0,12,2\n'
  const done = await importFile(server, dataset.id, { name: 'no-size.csv', content })
  expect(await windowAt(dataset.id, '6.jpg')).toEqual([[6, 10, 2, 2]])
  expect((await problemsOf(server, done.id)).map(({ reason }) => reason.en)).toEqual([
    expect.stringContaining('say no size'),
  ])
})

test('R2.24 where the stored size is said and labels fit the upright picture alone, they are taken so, and it is told once', async () => {
  const dataset = await photosOf('upright', [5, 6], true)
  const content = document(['5.jpg', '6.jpg'], [12, 8], { bbox: [1, 9, 2, 2] })
  const done = await importFile(server, dataset.id, { name: 'upright.json', content })
  for (const path of ['5.jpg', '6.jpg']) expect(await windowAt(dataset.id, path)).toEqual([[1, 9, 2, 2]])
  expect((await problemsOf(server, done.id)).map(({ file, reason }) => [file, reason.en])).toEqual([
    ['5.jpg', expect.stringContaining('fit only the upright picture')],
  ])
})

test('R2.24 a size of another shape is told before anything is imported, and once', async () => {
  const dataset = await photosOf('doubtful', [1, 6], true)
  const content = document(['1.jpg', '6.jpg'], [10, 10], {})
  const looked = await importFile(server, dataset.id, { name: 'other.json', content, dryRun: true })
  const reasons = async () => (await problemsOf(server, looked.id)).map(({ file, reason }) => [file, reason.en])
  const expected = ['1.jpg', '6.jpg'].map((file) => [file, expect.stringContaining('which is of another shape')])
  expect(looked).toMatchObject({ status: 'ready', problemCount: 2 })
  expect(await reasons()).toEqual(expected)
  await server.call(datasetImportEndpoints.startImport, { params: { importId: looked.id }, body: {} })
  expect(await settledImport(server, looked.id)).toMatchObject({ status: 'success', problemCount: 2 })
  expect(await reasons()).toEqual(expected)
  const atOnce = await importFile(server, dataset.id, { name: 'other.json', content, existing: 'replace' })
  expect(atOnce).toMatchObject({ status: 'success', problemCount: 2 })
})
