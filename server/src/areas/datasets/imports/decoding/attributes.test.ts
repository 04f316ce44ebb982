import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { box, image, importFile, problemsOf, shapesAt } from '../../testing/imports.ts'
import { datasetOf, picture, spaceWith } from '../../testing/pictures.ts'
import { zipOf } from '../../../files/testing/hostile-archives.ts'
import { createDescribed } from './described.ts'
import { shapesFor } from './shapes.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

test('what of attributes no label asks for is told, once for each label and attribute, with the image it was met at', async () => {
  const space = await spaceWith(server, 'described', ['1.png', '2.png'])
  const pose = { name: 'pose', type: 'select' as const, options: ['sits', 'lies'] }
  const labels = [{ name: 'dirt', attributes: [pose] }]
  const dataset = await datasetOf(server, space.id, { name: 'described', labels })
  const described = (id: number, imageId: number, category: number, attributes: object) => ({
    ...box(id, imageId, category, [id, 1, 3, 4]),
    attributes,
  })
  const document = {
    images: [image(1, '1.png'), image(2, '2.png')],
    categories: [
      { id: 1, name: 'dirt' },
      { id: 2, name: 'new' },
    ],
    annotations: [
      described(1, 1, 1, { pose: 'sits', age: 3 }),
      described(2, 1, 1, { age: 4 }),
      described(3, 2, 1, { pose: 'flies', age: 3 }),
      described(4, 2, 2, { pose: 'sits' }),
      box(5, 2, 2, [9, 9, 3, 4]),
    ],
  }
  const finished = await importFile(server, dataset.id, { name: 'all.json', content: JSON.stringify(document) })
  expect(finished).toMatchObject({ status: 'success', done: { images: 2, annotations: 5 }, problemCount: 3 })
  const reported = (await problemsOf(server, finished.id)).map(({ file, line, reason }) => [file, line, reason.en])
  const again = 'its values are left out: add it to the label and import again to have them'
  expect(reported).toEqual([
    ['1.png', null, `the label dirt has no attribute age, ${again}`],
    ['2.png', null, 'of the attribute pose of the label dirt, values that are none of its choices are left out'],
    ['2.png', null, `the label new has no attribute pose, ${again}`],
  ])
  expect(finished.findings.classes.map(({ attributes }) => attributes)).toEqual([
    [
      {
        name: 'pose',
        numbers: 0,
        flags: 0,
        texts: [
          { text: 'sits', count: 1 },
          { text: 'flies', count: 1 },
        ],
        more: 0,
      },
      { name: 'age', numbers: 3, flags: 0, texts: [], more: 0 },
    ],
    [{ name: 'pose', numbers: 0, flags: 0, texts: [{ text: 'sits', count: 1 }], more: 0 }],
  ])
  const key = dataset.labels[0]!.attributes[0]!.id
  const used = [...(await shapesAt(server, dataset.id, '1.png')), ...(await shapesAt(server, dataset.id, '2.png'))]
  expect(used.map(({ attributes }) => attributes)).toEqual([{ [key]: 'sits' }, ...Array(4).fill(undefined)])
})

test('R2.24 a value of an attribute that cannot be read is told with file and line, and costs the shape no other', async () => {
  const space = await spaceWith(server, 'unreadable', ['1.png'])
  const labels = [{ name: 'dirt', attributes: [{ name: 'age', type: 'number' as const }] }]
  const dataset = await datasetOf(server, space.id, { name: 'unreadable', labels })
  const attributes = { age: 3, seen: ['a', 'b'], ['n'.repeat(101)]: 1, none: null }
  const document = [
    `{"images": [${JSON.stringify(image(1, '1.png'))}], "categories": [{"id": 1, "name": "dirt"}], "annotations": [`,
    `${JSON.stringify({ ...box(1, 1, 1, [1, 1, 3, 4]), attributes })}]}`,
  ]
  const finished = await importFile(server, dataset.id, { name: 'all.json', content: document.join('\n') })
  const reported = (await problemsOf(server, finished.id)).map(({ file, line, reason }) => [file, line, reason.en])
  const because = 'is left out: it is neither a text of at most 1000 characters nor a number nor yes or no'
  expect(reported).toEqual([
    ['all.json', 2, `annotation 1: the attribute seen ${because}`],
    ['all.json', 2, `annotation 1: the attribute ${'n'.repeat(40)} ${because}`],
  ])
  const key = dataset.labels[0]!.attributes[0]!.id
  expect((await shapesAt(server, dataset.id, '1.png')).map((shape) => shape.attributes)).toEqual([{ [key]: 3 }])
})

test('each reason is told once, however many parts an import is put into the dataset in', async () => {
  const space = await spaceWith(server, 'parts', ['first.png'])
  const dataset = await datasetOf(server, space.id, { name: 'parts' })
  const content = await picture(1)
  const many = Array.from({ length: 120 }, (_, id) => image(id, `${id}.png`))
  const document = {
    images: many,
    categories: [{ id: 1, name: 'dirt' }],
    annotations: many.map(({ id }) => ({ ...box(id, id, 1, [1, 1, 3, 4]), attributes: { age: id } })),
  }
  const archive = zipOf([
    { name: 'annotations/instances_default.json', content: Buffer.from(JSON.stringify(document)) },
    ...many.map(({ file_name }) => ({ name: `images/default/${file_name}`, content })),
  ])
  const finished = await importFile(server, dataset.id, { name: 'parts.zip', content: archive })
  expect(finished).toMatchObject({ status: 'success', done: { images: 120, annotations: 120 }, problemCount: 1 })
})

test('shapes that name thousands of attributes are described, and what is left out told, within limits', () => {
  const attributes = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`a${index}`, index]))
  const shape = { labelIndex: 0, kind: 'class', attributes } as const
  const described = createDescribed()
  described.add(shape)
  expect(described.list()).toHaveLength(100)
  const size = { width: 8, height: 8 }
  const taker = { id: 'dirt', name: 'dirt', attributes: [] }
  expect(shapesFor({ ...size, shapes: [shape] }, size, [taker]).leftOut).toHaveLength(1_000)
})
