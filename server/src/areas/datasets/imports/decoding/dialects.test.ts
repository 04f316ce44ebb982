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

const files = (content: Readonly<Record<string, string>>) =>
  zipOf(Object.entries(content).map(([name, text]) => ({ name, content: Buffer.from(text) })))
const openImages = 'ImageID,LabelName,Confidence,XMin,XMax,YMin,YMax\n1,/m/1,1,0.25,0.5,0.25,0.5\n'
const names = '/m/1,dirt\n'
const cvat = `<annotations><version>1.1</version><image id="0" name="1.png" width="64" height="48">
<box label="dirt" xtl="16" ytl="12" xbr="32" ybr="24" occluded="0"/></image></annotations>`
const region = { x: 25, y: 25, width: 25, height: 25, rotation: 0, rectanglelabels: ['dirt'] }
const result = { id: 'a', type: 'rectanglelabels', from_name: 'label', to_name: 'image', value: region }
const labelStudio = [
  {
    id: 1,
    data: { image: '/data/upload/1/0a1b2c3d-1.png' },
    annotations: [{ completed_by: 1, result: [{ ...result, original_width: 64, original_height: 48 }] }],
  },
]
const datumaro = {
  dm_format_version: '1.0',
  categories: { label: { labels: [{ name: 'dirt' }] } },
  items: [
    {
      id: '1',
      annotations: [{ type: 'bbox', label_id: 0, bbox: [16, 12, 16, 12] }],
      image: { path: '1.png', size: [48, 64] },
    },
  ],
}
const cityscapes = {
  imgHeight: 48,
  imgWidth: 64,
  objects: [
    {
      label: 'dirt',
      polygon: [
        [16, 12],
        [32, 12],
        [32, 24],
        [16, 24],
      ],
    },
  ],
}
const kitti = 'dirt 0.00 0 -1.58 16 12 32 24 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\n'
const point = (x: number, y: number) => `<pt><x>${x}</x><y>${y}</y></pt>`
const labelmeXml = `<annotation><filename>1.png</filename><object><name>dirt</name><deleted>0</deleted><polygon>
${point(16, 12)}${point(32, 12)}${point(32, 24)}${point(16, 24)}</polygon></object></annotation>`

test.each([
  {
    found: 'open-images',
    name: 'oi.zip',
    content: files({ 'boxes.csv': openImages, 'class-descriptions.csv': names }),
  },
  { found: 'cvat', name: 'cvat.zip', content: files({ 'labels/export.xml': cvat }) },
  { found: 'label-studio', name: 'studio.json', content: JSON.stringify(labelStudio) },
  { found: 'datumaro', name: 'datumaro.zip', content: files({ 'annotations/default.json': JSON.stringify(datumaro) }) },
  {
    found: 'cityscapes',
    name: 'city.zip',
    content: files({ 'gtFine/train/1_polygons.json': JSON.stringify(cityscapes) }),
  },
  { found: 'kitti', name: 'kitti.zip', content: files({ 'training/label_2/1.txt': kitti }) },
  { found: 'labelme-xml', name: 'tool.zip', content: files({ 'Annotations/1.xml': labelmeXml }) },
])('R2.24 labels of other tools are known by their own marks, and read: $found', async ({ found, name, content }) => {
  const space = await spaceWith(server, name, [found === 'cityscapes' ? '1_leftImg8bit.png' : '1.png'])
  const dataset = await datasetOf(server, space.id, { name, labels: [{ name: 'dirt' }] })
  const finished = await importFile(server, dataset.id, { name, content })
  expect(finished).toMatchObject({ status: 'success', found, done: { images: 1, annotations: 1 } })
  const shapes = await shapesAt(server, dataset.id, found === 'cityscapes' ? '1_leftImg8bit.png' : '1.png')
  expect(shapes).toMatchObject([{ kind: 'box', box: { x: 16, y: 12, width: 16, height: 12 } }])
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
