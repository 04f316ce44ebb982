import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { maskArea } from '@vermilion/contract/labels/mask'
import type { Shape } from '@vermilion/contract/labels/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { importFile, problemsOf, shapesAt } from '../../testing/imports.ts'
import { archive, cocoDocument, foreignFiles, greyMask, type LabeledPlace } from '../../testing/foreign-files.ts'
import { datasetOf, spaceWith } from '../../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

function labeledPlaceOf(shape: Shape, names: ReadonlyMap<string, string>): LabeledPlace {
  const name = names.get(shape.labelId) ?? ''
  if (shape.kind === 'box') return [name, Object.values(shape.box)]
  if (shape.kind === 'mask') return [name, maskArea(shape.mask)]
  if (shape.kind !== 'polygon') return [name, 0]
  const ring = shape.polygon.rings[0] ?? []
  const [xs, ys] = [ring.filter((_, at) => at % 2 === 0), ring.filter((_, at) => at % 2 === 1)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return [name, [left, top, Math.max(...xs) - left, Math.max(...ys) - top]]
}

async function datasetFor(name: string, image: string, labelType: LabelType) {
  const space = await spaceWith(server, name, [image])
  return datasetOf(server, space.id, { name, labelType })
}

test.each(foreignFiles)('R2.24 what other tools write is taken as it is meant, or told: $what', async (one) => {
  const { what, name, content, seen, told, type = 'target-detection', image = 'a.png' } = one
  const dataset = await datasetFor(what.replaceAll(/[,.]/g, ''), image, type)
  const finished = await importFile(server, dataset.id, { name, content: new Uint8Array(Buffer.from(await content())) })
  expect(finished).toMatchObject({ status: 'success', error: null })
  const { labels } = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  const names = new Map(labels.map((label) => [label.id, label.name]))
  const shapes = await shapesAt(server, dataset.id, image)
  expect(shapes.map((shape) => labeledPlaceOf(shape, names))).toEqual(
    seen.map(([label, location]) => [
      label,
      typeof location === 'number' ? location : location.map((value) => expect.closeTo(value, 3) as number),
    ]),
  )
  const problems = (await problemsOf(server, finished.id)).map(({ reason }) => reason.en)
  expect(told === undefined ? problems : problems.some((reason) => reason.includes(told))).toEqual(
    told === undefined ? [] : true,
  )
})

test.each([
  {
    what: 'a column that nobody knows',
    name: 'a.csv',
    content: 'image_id,spot\na.png,"[1, 2, 3, 4]"\n',
    reason: 'the columns spot hold',
  },
  {
    what: 'a list of results',
    name: 'a.json',
    content: JSON.stringify([{ image_id: 1, category_id: 1, bbox: [1, 2, 3, 4], score: 1 }]),
    reason: 'a COCO result list',
  },
  {
    what: 'labels outside of their image',
    name: 'a.json',
    content: JSON.stringify(cocoDocument({ bbox: [900, 900, 5, 5] })),
    reason: 'outside of the image',
  },
])(
  'R2.24 labels of which none comes in are no success, and the reason is said: $what',
  async ({ what, name, content, reason }) => {
    const dataset = await datasetFor(what, 'a.png', 'target-detection')
    const finished = await importFile(server, dataset.id, { name, content })
    expect(finished).toMatchObject({ status: 'failed', error: { en: expect.stringContaining(reason) } })
  },
)

test('R2.24 folders of classes with notes among them are read, and the notes are told', async () => {
  const space = await spaceWith(server, 'classes', ['car/1.png', 'person/2.png'])
  const dataset = await datasetOf(server, space.id, { name: 'classes', labelType: 'picture-classification' })
  const pixel = await greyMask(1)
  const content = archive({ 'car/1.png': pixel, 'person/2.png': pixel, 'README.txt': 'hello', 'car/notes.md': '#' })
  const finished = await importFile(server, dataset.id, { name: 'classes.zip', content, addImages: false })
  expect(finished).toMatchObject({ status: 'success', found: 'imagenet', done: { annotations: 2 } })
  const files = (await problemsOf(server, finished.id)).map(({ file }) => file)
  expect(files).toEqual(['README.txt', 'car/notes.md'])
})
