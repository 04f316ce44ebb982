import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { zipOf } from '../../../files/testing/hostile-archives.ts'
import { box, image, importFile, itemsOf, problemsOf } from '../../testing/imports.ts'
import { datasetOf, spaceWith } from '../../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const document = {
  images: [image(1, '1.png'), image(2, '2.png')],
  categories: [{ id: 1, name: 'dirt' }],
  annotations: [{ ...box(1, 1, 1, [1, 2, 3, 4]), bbox: ['1', '2', '3', '4'] }],
}

test.each([
  {
    what: 'classes of whole images, in a table',
    name: 'classes.csv',
    content: 'filename,label\n1.png,dirt\n',
    told: 'classes.csv:2 1.png: labels of a kind that the dataset has no place for: 1',
  },
  {
    what: 'classes of whole images, as folders',
    name: 'folders.zip',
    content: zipOf([
      { name: 'synsets.txt', content: Buffer.from('dirt\n') },
      { name: 'train.txt', content: Buffer.from('1.png 0\n') },
    ]),
    told: 'train.txt:1 1.png: labels of a kind that the dataset has no place for: 1',
  },
  {
    what: 'a box that cannot be read, beside an image without objects',
    name: 'texts.json',
    content: JSON.stringify(document),
    told: 'texts.json:1 annotation 1: bbox.0',
  },
])('R2.24 an image all of whose labels are left out is still to be labeled: $what', async (input) => {
  const { name, content, told } = input
  const space = await spaceWith(server, name, ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, { name, labels: [{ name: 'dirt' }] })
  const finished = await importFile(server, dataset.id, { name, content })
  expect(finished).toMatchObject({
    status: 'failed',
    error: { en: expect.stringMatching(/^nothing was changed, for no label could be taken out of the files/) },
    done: { images: 0, annotations: 0 },
  })
  const problems = await problemsOf(server, finished.id)
  expect(problems.map(({ file, line, reason }) => `${file}:${line} ${reason.en}`)).toEqual([
    expect.stringContaining(told),
  ])
  const [first] = await itemsOf(server, dataset.id)
  expect(first).toMatchObject({ path: '1.png', status: 'to-label', annotationCount: 0 })
})

test('boxes that a dataset of areas takes as rectangles are told of once', async () => {
  const name = 'rectangles'
  const space = await spaceWith(server, name, ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, {
    name,
    labelType: 'semantic-segmentation',
    labels: [{ name: 'dirt' }],
  })
  const content = JSON.stringify({
    ...document,
    annotations: [
      { ...box(1, 1, 1, [1, 2, 3, 4]), segmentation: [] },
      { ...box(2, 2, 1, [1, 2, 3, 4]), segmentation: [] },
    ],
  })
  const finished = await importFile(server, dataset.id, { name: 'rectangles.json', content })
  expect(finished).toMatchObject({ status: 'success', done: { images: 2, annotations: 2 } })
  const problems = await problemsOf(server, finished.id)
  expect(problems.map(({ reason }) => reason.en)).toEqual([
    expect.stringContaining('as of 1.png, are boxes without an outline'),
  ])
})
