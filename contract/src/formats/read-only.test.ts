import { expect, test } from 'vitest'
import { columnRuns, compressRuns } from '../labels/column-runs.ts'
import { maskOf } from '../labels/mask.ts'
import { detectFormat, formats } from './registry.ts'
import { decoded, memoryFolder } from './testing/memory-folder.ts'
import { pngOfNumbers } from './testing/png-of-numbers.ts'

const json = (value: unknown) => JSON.stringify(value)
const tests = async (kind: keyof typeof formats, files: Record<string, string | Uint8Array>) => {
  const names = Object.keys(files)
  expect(detectFormat(names)).toBe(kind)
  return decoded(formats[kind], memoryFolder(files, 64))
}

const header =
  'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside'

test('R2.24 Open Images: boxes in parts of the image and verified labels, by the names of their classes', async () => {
  const back = await tests('open-images', {
    'train-annotations-bbox.csv': `${header}\n000a,xclick,/m/01g317,1,0.25,0.5,0.1,0.3,1,0,0,0,0\n000a,xclick,/m/01g317,1,0.5,0.5,0.1,0.3,0,0,0,0,0\n000b,xclick,/m/0k4j,1,0,1,0,x,0,0,0,0,0\n`,
    'validation-human-imagelabels.csv':
      'ImageID,Source,LabelName,Confidence\n000a,verification,/m/0k4j,1\n000a,verification,/m/01g317,0\n',
    'class-descriptions-boxable.csv': '/m/01g317,Person\n/m/0k4j,Car\n',
    'train/000c.jpg': '',
  })
  expect(back.labels.map(({ name }) => name)).toEqual(['Person', 'Car'])
  expect(back.images).toEqual([
    {
      path: '000a',
      width: 1,
      height: 1,
      split: 'train',
      shapes: [
        {
          kind: 'box',
          labelIndex: 0,
          box: expect.objectContaining({ x: 0.25, y: 0.1, width: 0.25 }),
          attributes: { IsOccluded: true },
        },
        { kind: 'class', labelIndex: 1 },
      ],
    },
    { path: '000b', width: 1, height: 1, shapes: [], unlabeled: true, split: 'train' },
    { path: 'train/000c.jpg', width: 1, height: 1, shapes: [], unlabeled: true, split: 'train' },
  ])
  expect(back.problems).toEqual([
    'train-annotations-bbox.csv:3: the box has no area',
    'train-annotations-bbox.csv:4: "YMax: x" is not a number',
  ])
})

test('R2.24 COCO panoptic: segments become masks, and the pictures of segments are no images', async () => {
  const document = {
    images: [
      { id: 1, file_name: 'a.jpg', width: 3, height: 2 },
      { id: 2, file_name: 'b.jpg', width: 3, height: 2 },
    ],
    categories: [
      { id: 5, name: 'road', isthing: 0 },
      { id: 6, name: 'car', isthing: 1 },
    ],
    annotations: [
      {
        image_id: 1,
        file_name: 'a.png',
        segments_info: [
          { id: 70_000, category_id: 5, iscrowd: 0 },
          { id: 3, category_id: 6, iscrowd: 1 },
          { id: 9, category_id: 6 },
          { id: 4, category_id: 7 },
        ],
      },
      { image_id: 2, file_name: 'b.png', segments_info: [] },
      { image_id: 3, file_name: 'c.png', segments_info: [] },
    ],
  }
  const back = await tests('coco-panoptic', {
    'annotations/panoptic_val2017.json': json(document),
    'annotations/panoptic_val2017/a.png': await pngOfNumbers(3, [
      [70_000, 70_000, 0],
      [70_000, 3, 4],
    ]),
    'val2017/a.jpg': '',
  })
  expect(back.files).toEqual(['val2017/a.jpg'])
  expect(back.images).toEqual([
    {
      path: 'a.jpg',
      width: 3,
      height: 2,
      split: 'validation',
      shapes: [
        { kind: 'mask', labelIndex: 0, mask: { x: 0, y: 0, width: 2, height: 2, counts: [0, 3, 1] } },
        {
          kind: 'mask',
          labelIndex: 1,
          mask: { x: 1, y: 1, width: 1, height: 1, counts: [0, 1] },
          attributes: { iscrowd: true },
        },
      ],
    },
  ])
  expect(back.problems.map((text) => text.replace(/^.*?: /, ''))).toEqual([
    'segment 9: the mask has no pixel',
    'segment 4: there is no category 7',
    'there is no file b.png',
    'annotation at place 2: there is no image 3',
  ])
})

test('R2.24 Segment Anything: masks of one class, with the estimate of their quality', async () => {
  const mask = maskOf(Uint8Array.of(0, 1, 1, 0, 1, 1), { x: 0, y: 0, width: 3, height: 2 })!
  const segmentation = { size: [2, 3], counts: compressRuns(columnRuns(mask, { width: 3, height: 2 })) }
  const document = {
    image: { image_id: 1, width: 3, height: 2, file_name: 'sa_1.jpg' },
    annotations: [
      { id: 1, segmentation, predicted_iou: 1.02 },
      { id: 2, segmentation: { size: [9, 9], counts: 'a' } },
      { id: 3 },
    ],
  }
  const back = await tests('segment-anything', { 'sa_1.json': json(document), 'sa_1.jpg': '' })
  expect(back.labels).toEqual([{ name: 'object' }])
  expect(back.images).toEqual([
    { path: 'sa_1.jpg', width: 3, height: 2, shapes: [{ kind: 'mask', labelIndex: 0, mask, score: 1 }] },
  ])
  expect(back.problems).toHaveLength(2)
})

test('R2.24 Cityscapes: polygons in their order, what was deleted stays out', async () => {
  const polygon = [
    [0, 0],
    [4, 0],
    [4, 4],
  ]
  const objects = [
    { label: 'road', polygon },
    { label: 'car', polygon, deleted: 1 },
    { label: 'sky', polygon: [[0, 0]] },
  ]
  const back = await tests('cityscapes', {
    'gtFine/train/aachen/aachen_1_gtFine_polygons.json': json({ imgHeight: 8, imgWidth: 9, objects }),
    'leftImg8bit/train/aachen/aachen_1_leftImg8bit.png': '',
  })
  expect(back.files).toEqual(['leftImg8bit/train/aachen/aachen_1_leftImg8bit.png'])
  expect(back.images).toEqual([
    {
      path: 'aachen_1_leftImg8bit.png',
      width: 9,
      height: 8,
      split: 'train',
      shapes: [{ kind: 'polygon', labelIndex: 0, polygon: { rings: [polygon.flat()] } }],
    },
  ])
  expect(back.problems.map((text) => text.replace(/^.*?: /, ''))).toEqual([
    'object 3: a polygon needs at least 3 points',
  ])
})

test('R2.24 KITTI: boxes in pixels; areas that nobody looked at are no objects', async () => {
  const back = await tests('kitti', {
    'training/label_2/000001.txt':
      'Car 0.50 1 -1.58 5.5 1 8 4.5 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\r\nDontCare -1 -1 -10 1 2 3 4 -1 -1 -1 -1000 -1000 -1000 -10\r\nCar 1 2\r\n',
    'training/image_2/000001.png': await pngOfNumbers(
      9,
      Array.from({ length: 6 }, () => Array.from({ length: 9 }, () => 0)),
    ),
  })
  expect(back.images).toEqual([
    {
      path: '000001.png',
      width: 9,
      height: 6,
      split: 'train',
      shapes: [
        {
          kind: 'box',
          labelIndex: 0,
          box: { x: 5.5, y: 1, width: 2.5, height: 3.5 },
          attributes: { truncated: 0.5, occluded: 1 },
        },
      ],
    },
  ])
  expect(back.problems).toEqual(['training/label_2/000001.txt: line 3: line: 3 columns, not 15 or 16'])
})

test('R2.24 MOT: frames become images, tracks become attributes', async () => {
  const back = await tests('mot', {
    'MOT17-02/gt/gt.txt': '2,7,1,2,3,4,1,1,0.5\n1,7,1,2,3,4,1,3,1\n1,8,1,2,3,4,0,1,1\n1,9,1,2,0,4,1,1,1\nx\n',
    'MOT17-02/det/det.txt': '1,-1,1,2,3,4,0.9\n',
    'MOT17-02/seqinfo.ini': '[Sequence]\nname=MOT17-02\nimWidth=64\nimHeight=48\n',
    'MOT17-02/img1/000001.jpg': '',
  })
  const box = { x: 1, y: 2, width: 3, height: 4 }
  expect(back.labels.map(({ name }) => name)).toEqual(['car', 'pedestrian'])
  expect(back.images).toEqual([
    {
      path: 'MOT17-02/img1/000001.jpg',
      width: 64,
      height: 48,
      shapes: [
        { kind: 'box', box, labelIndex: 0, attributes: { track_id: 7 } },
        { kind: 'box', box, labelIndex: 1, attributes: { track_id: 8, ignored: true } },
      ],
    },
    {
      path: 'MOT17-02/img1/000002.jpg',
      width: 64,
      height: 48,
      shapes: [{ kind: 'box', box, labelIndex: 1, attributes: { track_id: 7, visibility: 0.5 } }],
    },
  ])
  expect(back.problems).toEqual([
    'MOT17-02/gt/gt.txt: line 5: frame: x',
    'MOT17-02/gt/gt.txt: line 4: the box has no area (0 × 4)',
  ])
})

const labelmeXml = `<annotation><filename>a.jpg</filename><folder>rooms</folder>
<object><name>car</name><deleted>0</deleted><occluded>yes</occluded><polygon><pt><x>1</x><y>2</y></pt><pt><x>5</x><y>2</y></pt><pt><x>5</x><y>6</y></pt></polygon></object>
<object><name>car</name><deleted>1</deleted><polygon/></object>
<object><name>dog</name><type>bounding_box</type><polygon><pt><x>1</x><y>2</y></pt><pt><x>5</x><y>2</y></pt><pt><x>5</x><y>6</y></pt><pt><x>1</x><y>6</y></pt></polygon></object>
<object><name>dog</name><polygon><pt><x>1</x></pt></polygon></object>
<imagesize><nrows>8</nrows><ncols>9</ncols></imagesize></annotation>`

test('R2.24 LabelMe XML: outlines and boxes, what was deleted stays out', async () => {
  const back = await decoded(formats['labelme-xml'], memoryFolder({ 'a.xml': labelmeXml, 'a.jpg': '' }))
  expect(back.images).toEqual([
    {
      path: 'a.jpg',
      width: 9,
      height: 8,
      shapes: [
        { kind: 'polygon', labelIndex: 0, polygon: { rings: [[1, 2, 5, 2, 5, 6]] }, attributes: { occluded: true } },
        { kind: 'box', labelIndex: 1, box: { x: 1, y: 2, width: 4, height: 4 } },
      ],
    },
  ])
  expect(back.problems).toEqual(['a.xml: "object 4, pt" is not a number'])
  const broken = await decoded(formats['labelme-xml'], memoryFolder({ 'a.xml': labelmeXml.slice(0, 90) }))
  expect(broken.problems).toEqual(['a.xml:2: not valid XML: a tag is not closed'])
})
