import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { zipOf } from '../../../files/testing/hostile-archives.ts'
import { box, importFile, shapesAt } from '../../testing/imports.ts'
import { datasetOf, spaceWith } from '../../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const xml = `<annotation><filename>1.png</filename><object><name>dirt</name><bndbox>
<xmin>1</xmin><ymin>2</ymin><xmax>4</xmax><ymax>6</ymax></bndbox></object></annotation>`
const coco = {
  images: [{ id: 1, file_name: '1.png' }],
  categories: [{ id: 1, name: 'dirt' }],
  annotations: [box(1, 1, 1, [1, 2, 3, 4])],
}

test.each([
  { name: 'retina.csv', content: '1.png,1,2,4,6,dirt\n' },
  { name: 'voc.zip', content: zipOf([{ name: 'Annotations/1.xml', content: Buffer.from(xml) }]) },
  { name: 'coco.json', content: JSON.stringify(coco) },
])('R2.24 labels that say no size are in the pixels of the images that the dataset has: $name', async (input) => {
  const { name, content } = input
  const space = await spaceWith(server, name, ['1.png'])
  const dataset = await datasetOf(server, space.id, { name, labels: [{ name: 'dirt' }] })
  expect(await importFile(server, dataset.id, { name, content })).toMatchObject({ status: 'success', problemCount: 0 })
  expect(await shapesAt(server, dataset.id, '1.png')).toMatchObject([{ box: { x: 1, y: 2, width: 3, height: 4 } }])
})

const labelme = {
  version: '5.0',
  flags: {},
  shapes: [
    {
      label: 'dirt',
      shape_type: 'rectangle',
      points: [
        [1, 2],
        [4, 6],
      ],
    },
  ],
  imagePath: '1.png',
  imageWidth: 64,
  imageHeight: 48,
}
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

test.each([
  { found: 'labelme', name: 'one.json', content: JSON.stringify(labelme) },
  { found: 'labelme', name: 'one.zip', content: zipOf([{ name: 'labels/1.json', content: json(labelme) }]) },
  {
    found: 'coco',
    name: 'several.zip',
    content: zipOf([
      { name: 'train.json', content: json(coco) },
      { name: 'val.json', content: json({ ...coco, images: [], annotations: [] }) },
    ]),
  },
])('R2.24 documents of any name are told apart by what is in them: $name is $found', async (input) => {
  const { found, name, content } = input
  const space = await spaceWith(server, `told ${name}`, ['1.png'])
  const dataset = await datasetOf(server, space.id, { name: `told ${name}`, labels: [{ name: 'dirt' }] })
  expect(await importFile(server, dataset.id, { name, content })).toMatchObject({ status: 'success', found })
  expect(await shapesAt(server, dataset.id, '1.png')).toMatchObject([{ box: { x: 1, y: 2, width: 3, height: 4 } }])
})
