import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { zipOf } from '../../../files/testing/hostile-archives.ts'
import { box, image, importFile, itemsOf, problemsOf, shapesAt } from '../../testing/imports.ts'
import { datasetOf, picture, spaceWith } from '../../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const labels = [{ name: 'dirt' }]
const drawn = {
  images: [image(1, '1.png')],
  categories: [{ id: 1, name: 'dirt' }],
  annotations: [box(1, 1, 1, [1, 2, 3, 4])],
}
const json = (document: unknown) => JSON.stringify(document)
const archive = (files: Readonly<Record<string, string>>) =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })))

async function halfLabeled(name: string) {
  const space = await spaceWith(server, name, ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, { name, labels })
  await importFile(server, dataset.id, { name: 'drawn.json', content: json(drawn) })
  return dataset
}

async function stateOf(datasetId: string) {
  const items = await itemsOf(server, datasetId)
  const states = items.map(({ path, status, annotationCount, split }) => ({ path, status, annotationCount, split }))
  return { states, shapes: await shapesAt(server, datasetId, '1.png') }
}

const openImages = `ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside
1,xclick,/m/011k07,1,0.1,0.4,0.2,0.6,0,0,0,0,0
2,xclick,/m/011k07,1,0.3,0.5,0.2,0.6,0,0,0,0,0
`
const imageLevel = 'ImageID,Source,LabelName,Confidence\n1,verification,/m/0284d,1\n2,verification,/m/0284d,0\n'
const cvat = `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <image id="0" name="1.png" width="64" height="48"><box label="dirt" xtl="1" ytl="2" xbr="4" ybr="6" occluded="0"/></image>
</annotations>`
const labelStudio = [
  {
    id: 1,
    annotations: [
      {
        completed_by: 1,
        result: [{ from_name: 'label', to_name: 'image', type: 'rectanglelabels', value: { x: 1, y: 2, width: 3 } }],
      },
    ],
    data: { image: '/data/upload/1.png' },
  },
]
const datumaro = { dm_format_version: '1.0', infos: {}, categories: {}, items: [{ id: '1', annotations: [] }] }
const panoptic = {
  images: [image(1, '1.png')],
  categories: [{ id: 1, name: 'dirt', isthing: 1 }],
  annotations: [{ image_id: 1, file_name: '1.png', segments_info: [{ id: 1, category_id: 1, area: 9 }] }],
}
const cityscapes = { imgHeight: 48, imgWidth: 64, objects: [{ label: 'road', polygon: [[0, 0]] }] }
const kitti = 'Car 0.00 0 -1.58 587.01 173.33 614.12 200.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\n'
const mot = '1,1,912,484,97,109,0,7,1\n2,1,912,484,97,109,0,7,1\n'

const studioTable = `annotation_id,annotator,created_at,id,image,label,lead_time,updated_at
1,1,2026-01-01,1,1.png,"[{""x"":1,""y"":2,""width"":3,""height"":4,""rectanglelabels"":[""dirt""]}]",1,2026-01-01
`

const foreign = [
  {
    what: 'Open Images (CSV)',
    name: 'open-images.zip',
    content: archive({ 'train-annotations-bbox.csv': openImages }),
    format: 'csv',
  },
  { what: 'Open Images (CSV)', name: 'image-level.csv', content: imageLevel, format: 'csv' },
  { what: 'CVAT for images (XML)', name: 'cvat.zip', content: archive({ 'annotations.xml': cvat }), format: 'voc' },
  { what: 'Label Studio (JSON)', name: 'label-studio.json', content: json(labelStudio), format: 'coco' },
  {
    what: 'Datumaro (JSON)',
    name: 'datumaro.zip',
    content: archive({ 'annotations/default.json': json(datumaro) }),
    format: 'labelme',
  },
  { what: 'COCO panoptic', name: 'panoptic.json', content: json(panoptic), format: 'coco' },
  {
    what: 'Cityscapes',
    name: 'cityscapes.zip',
    content: archive({ '1_gtFine_polygons.json': json(cityscapes) }),
    format: 'coco',
  },
  { what: 'KITTI', name: 'kitti.zip', content: archive({ 'label_2/1.txt': kitti }), format: 'yolo' },
  { what: 'MOT', name: 'mot.zip', content: archive({ 'gt/gt.txt': mot }), format: 'yolo' },
  { what: 'Label Studio (CSV)', name: 'studio.csv', content: studioTable },
  { what: 'COCO', name: 'wrong.json', content: json(drawn), format: 'labelme' },
  { what: 'VGG Image Annotator (JSON)', name: 'via.json', content: json({ _via_img_metadata: {} }), format: 'coco' },
] as const

test.each(
  foreign.flatMap((input) => (['keep', 'replace', 'merge'] as const).map((existing) => ({ ...input, existing }))),
)(
  'R2.24 an import of $name takes no label, fails, says "$what" and changes nothing: $existing',
  async ({ what, name, content, existing, ...options }) => {
    const dataset = await halfLabeled(`${name} ${existing}`)
    const state = await stateOf(dataset.id)
    expect(state).toMatchObject({ states: [{ status: 'labeled' }, { status: 'to-label' }], shapes: [{ kind: 'box' }] })
    const finished = await importFile(server, dataset.id, { name, content, existing, ...options })
    expect(finished).toMatchObject({
      status: 'failed',
      error: { en: expect.stringContaining(`look like ${what}`), zh: expect.stringContaining('看起来是') },
    })
    expect(await stateOf(dataset.id)).toEqual(state)
  },
)

test('R2.24 a table without a class column leaves its images to be labeled', async () => {
  const dataset = await halfLabeled('no classes')
  const content = 'filename,xmin,ymin,xmax,ymax,class\n1.png,1,2,3,4,dirt\n2.png,1,2,3,4,\n'
  const finished = await importFile(server, dataset.id, { name: 'a.csv', content, existing: 'replace' })
  expect(finished).toMatchObject({ status: 'success', done: { images: 1, annotations: 1 } })
  expect((await problemsOf(server, finished.id)).map(({ line, reason }) => [line, reason.en])).toEqual([
    [3, '2.png: it has no class'],
  ])
  expect((await stateOf(dataset.id)).states.map(({ status }) => status)).toEqual(['labeled', 'to-label'])
  const splits = await importFile(server, dataset.id, { name: 'b.csv', content: 'filename,split\n2.png,test\n' })
  expect(splits).toMatchObject({ status: 'success', done: { images: 0 } })
  const { states } = await stateOf(dataset.id)
  expect(states.map(({ status }) => status)).toEqual(['labeled', 'to-label'])
  expect(states[1]?.split).toBe('test')
})

test('R2.24 images without objects are no loss: an import of nothing but these marks them labeled', async () => {
  const dataset = await halfLabeled('empty')
  const content = json({ ...drawn, images: [image(2, '2.png')], annotations: [] })
  expect(await importFile(server, dataset.id, { name: 'empty.json', content })).toMatchObject({ status: 'success' })
  expect((await stateOf(dataset.id)).states.map(({ status }) => status)).toEqual(['labeled', 'labeled'])
})

test('R2.24 labels of images that the dataset has not got fail the import, unless their files come with them', async () => {
  const dataset = await halfLabeled('elsewhere')
  const state = await stateOf(dataset.id)
  const document = { ...drawn, images: [image(1, 'elsewhere/9.png')] }
  const finished = await importFile(server, dataset.id, {
    name: 'a.json',
    content: json(document),
    existing: 'replace',
  })
  expect(finished).toMatchObject({ status: 'failed', error: { en: expect.stringContaining('no image with labels') } })
  expect(await stateOf(dataset.id)).toEqual(state)
  const files = zipOf([
    { name: 'annotations/instances.json', content: Buffer.from(json(document)) },
    { name: 'images/elsewhere/9.png', content: Buffer.from(await picture(9)) },
  ])
  const added = await importFile(server, dataset.id, { name: 'b.zip', content: files, addImages: true })
  expect(added).toMatchObject({ status: 'success', done: { images: 1, annotations: 1 } })
})
