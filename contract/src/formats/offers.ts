import type { LabelType } from '../labels/dataset-labels.ts'
import type { Text } from '../kernel/text.ts'

/** `drawn` writes polygons as polygons and masks as RLE. */
export const areaGeometries = ['drawn', 'polygon', 'rle', 'compressed-rle'] as const
export type AreaGeometry = (typeof areaGeometries)[number]

/** Coordinate of the first pixel of a row or column: 0 as in this product, or 1. */
export const firstPixels = [0, 1] as const
export type FirstPixel = (typeof firstPixels)[number]

export interface FormatOffer {
  name: string
  labelTypes: readonly LabelType[]
  layouts: readonly { id: string; name: Text }[]
  geometries: readonly AreaGeometry[]
  /** Possible pixel origins, default first; absent when there is no choice. */
  firstPixels?: readonly FirstPixel[]
}

const readOnly = { labelTypes: [], layouts: [], geometries: [] } as const

/** Separate from the codecs, so that the console can show the formats without loading them. */
export const formatOffers = {
  coco: {
    name: 'COCO',
    labelTypes: ['target-detection', 'semantic-segmentation'],
    layouts: [
      { id: 'annotations', name: { en: 'One folder of annotations', zh: '统一的 annotations 文件夹' } },
      { id: 'beside', name: { en: 'Annotations beside the images', zh: '标注与图片同文件夹' } },
    ],
    geometries: ['drawn', 'polygon', 'rle', 'compressed-rle'],
  },
  yolo: {
    name: 'YOLO',
    labelTypes: ['target-detection', 'semantic-segmentation'],
    layouts: [
      { id: 'ultralytics', name: { en: 'Ultralytics', zh: 'Ultralytics' } },
      { id: 'flat', name: { en: 'All in one folder', zh: '全部在同一文件夹' } },
    ],
    geometries: ['drawn'],
  },
  voc: {
    name: 'Pascal VOC',
    labelTypes: ['target-detection'],
    layouts: [
      { id: 'voc', name: { en: 'JPEGImages and Annotations', zh: 'JPEGImages 与 Annotations' } },
      { id: 'flat', name: { en: 'All in one folder', zh: '全部在同一文件夹' } },
    ],
    geometries: ['drawn'],
    firstPixels,
  },
  imagenet: {
    name: 'ImageNet',
    labelTypes: ['picture-classification'],
    layouts: [
      { id: 'split/class', name: { en: 'split/class/image', zh: '划分/类别/图片' } },
      { id: 'class/split', name: { en: 'class/split/image', zh: '类别/划分/图片' } },
      { id: 'class', name: { en: 'class/image', zh: '类别/图片' } },
    ],
    geometries: ['drawn'],
  },
  mask: {
    name: 'Mask PNG',
    labelTypes: ['semantic-segmentation'],
    layouts: [
      {
        id: 'voc',
        name: { en: 'SegmentationClass and SegmentationObject', zh: 'SegmentationClass 与 SegmentationObject' },
      },
      {
        id: 'grey',
        name: { en: 'Gray, the pixel is the class, 255 is ignored', zh: '灰度图，像素值为类别，255 为忽略' },
      },
    ],
    geometries: ['drawn'],
  },
  labelme: {
    name: 'LabelMe',
    labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
    layouts: [{ id: 'beside', name: { en: 'A document beside each image', zh: '每张图片旁一个文档' } }],
    geometries: ['drawn'],
  },
  csv: {
    name: 'CSV',
    labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
    layouts: [{ id: 'table', name: { en: 'One table', zh: '单个表格' } }],
    geometries: ['drawn'],
  },
  cvat: {
    name: 'CVAT for images',
    labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
    layouts: [{ id: 'images', name: { en: 'annotations.xml and images', zh: 'annotations.xml 与 images' } }],
    geometries: ['drawn'],
  },
  'label-studio': {
    name: 'Label Studio',
    labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
    layouts: [
      { id: 'tasks', name: { en: 'tasks.json, config.xml and images', zh: 'tasks.json、config.xml 与 images' } },
    ],
    geometries: ['drawn'],
  },
  datumaro: {
    name: 'Datumaro',
    labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
    layouts: [{ id: 'annotations', name: { en: 'annotations and images', zh: 'annotations 与 images' } }],
    geometries: ['drawn'],
  },
  'open-images': { name: 'Open Images', ...readOnly },
  'coco-panoptic': { name: 'COCO panoptic', ...readOnly },
  'segment-anything': { name: 'Segment Anything', ...readOnly },
  cityscapes: { name: 'Cityscapes', ...readOnly },
  kitti: { name: 'KITTI', ...readOnly },
  mot: { name: 'MOT', ...readOnly },
  'labelme-xml': { name: 'LabelMe XML', ...readOnly },
} as const satisfies Record<string, FormatOffer>

export type FormatKind = keyof typeof formatOffers
export const formatKinds = Object.keys(formatOffers) as [FormatKind, ...FormatKind[]]

export type WrittenFormatKind = {
  [Kind in FormatKind]: (typeof formatOffers)[Kind]['labelTypes'] extends readonly [] ? never : Kind
}[FormatKind]
export const writtenFormatKinds = formatKinds.filter((kind) => formatOffers[kind].labelTypes.length > 0) as [
  WrittenFormatKind,
  ...WrittenFormatKind[],
]
