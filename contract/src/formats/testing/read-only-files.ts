import type { FormatKind, WrittenFormatKind } from '../offers.ts'
import { pngOfNumbers } from './png-of-numbers.ts'

const json = (value: unknown) => JSON.stringify(value, null, 1)
const ring = [
  [1, 1],
  [7, 1],
  [7, 5],
]
const blank = await pngOfNumbers(
  8,
  Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => 0)),
)
const point = ([x, y]: readonly number[]) => `<pt><x>${x}</x><y>${y}</y></pt>`

export const readOnlyFiles: Readonly<
  Record<Exclude<FormatKind, WrittenFormatKind>, Readonly<Record<string, string | Uint8Array>>>
> = {
  'open-images': {
    'train-annotations-bbox.csv':
      'ImageID,LabelName,XMin,XMax,YMin,YMax\n0,/m/1,0.25,0.5,0.25,0.75\n0,/m/2,0.5,1,0.5,1\n',
    'class-descriptions.csv': '/m/1,cat\n/m/2,dog\n',
    'train/0.png': blank,
  },
  'coco-panoptic': {
    'annotations/panoptic_train.json': json({
      images: [{ id: 1, file_name: '0.png', width: 3, height: 2 }],
      categories: [
        { id: 5, name: 'cat' },
        { id: 6, name: 'dog' },
      ],
      annotations: [
        {
          image_id: 1,
          file_name: '0.png',
          segments_info: [
            { id: 70_000, category_id: 5 },
            { id: 3, category_id: 6 },
          ],
        },
      ],
    }),
    'annotations/panoptic_train/0.png': await pngOfNumbers(3, [
      [70_000, 70_000, 0],
      [70_000, 3, 3],
    ]),
  },
  'segment-anything': {
    'sa_1.json': json({
      image: { image_id: 1, width: 3, height: 2, file_name: 'sa_1.jpg' },
      annotations: [
        { id: 1, segmentation: { size: [2, 3], counts: [0, 2, 4] }, predicted_iou: 0.5, stability_score: 0.9 },
        { id: 2, segmentation: { size: [2, 3], counts: [4, 2] }, predicted_iou: 0.5, stability_score: 0.9 },
      ],
    }),
  },
  cityscapes: {
    'gtFine/train/a/0_gtFine_polygons.json': json({
      imgHeight: 8,
      imgWidth: 8,
      objects: [
        { label: 'cat', polygon: ring },
        { label: 'dog', polygon: ring.map(([x, y]) => [x! / 2, y! / 2]) },
      ],
    }),
  },
  kitti: {
    'training/label_2/0.txt': 'cat 0 0 -1.58 1 2 5 6 1 1 1 1 1 1 -1.59\ndog 0 0 -1.58 2 2 7 6 1 1 1 1 1 1 -1.59\n',
    'training/image_2/0.png': blank,
  },
  mot: {
    'gt/gt.txt': '1,7,1,2,3,4,1,1,1\n2,7,2,2,3,4,1,3,1\n',
    'seqinfo.ini': '[Sequence]\nimWidth=8\nimHeight=8\n',
  },
  'labelme-xml': {
    '0.xml': `<annotation><filename>0.png</filename>
<object><name>cat</name><polygon>${ring.map(point).join('')}</polygon></object>
<object><name>dog</name><polygon>${ring.map(point).join('')}</polygon></object>
<imagesize><nrows>8</nrows><ncols>8</ncols></imagesize></annotation>
`,
  },
}
