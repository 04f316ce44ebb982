import type { FormatCodec } from './codec.ts'

/** What can be chosen where a dataset is written in a format, apart from the codecs: a console shows it without them. */
export const formatOffers = {
  coco: {
    labelTypes: ['target-detection', 'semantic-segmentation'],
    layouts: [
      { id: 'annotations', name: { en: 'One folder of annotations', zh: '统一的 annotations 文件夹' } },
      { id: 'beside', name: { en: 'Annotations beside the images', zh: '标注与图片同文件夹' } },
    ],
    geometries: ['drawn', 'polygon', 'rle', 'compressed-rle'],
  },
  yolo: {
    labelTypes: ['target-detection', 'semantic-segmentation'],
    layouts: [{ id: 'ultralytics', name: { en: 'Ultralytics', zh: 'Ultralytics' } }],
    geometries: ['drawn'],
  },
  voc: {
    labelTypes: ['target-detection'],
    layouts: [{ id: 'voc', name: { en: 'JPEGImages and Annotations', zh: 'JPEGImages 与 Annotations' } }],
    geometries: ['drawn'],
  },
  imagenet: {
    labelTypes: ['picture-classification'],
    layouts: [
      { id: 'split/class', name: { en: 'split/class/image', zh: '划分/类别/图片' } },
      { id: 'class/split', name: { en: 'class/split/image', zh: '类别/划分/图片' } },
      { id: 'class', name: { en: 'class/image', zh: '类别/图片' } },
    ],
    geometries: ['drawn'],
  },
  mask: {
    labelTypes: ['semantic-segmentation'],
    layouts: [
      {
        id: 'voc',
        name: { en: 'SegmentationClass and SegmentationObject', zh: 'SegmentationClass 与 SegmentationObject' },
      },
      {
        id: 'grey',
        name: { en: 'Grey, the pixel is the class, 255 is ignored', zh: '灰度图，像素值为类别，255 为忽略' },
      },
    ],
    geometries: ['drawn'],
  },
  labelme: {
    labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
    layouts: [{ id: 'beside', name: { en: 'A document beside each image', zh: '每张图片旁一个文档' } }],
    geometries: ['drawn'],
  },
  csv: {
    labelTypes: ['target-detection', 'semantic-segmentation', 'picture-classification'],
    layouts: [{ id: 'table', name: { en: 'One table', zh: '单个表格' } }],
    geometries: ['drawn'],
  },
} as const satisfies Record<string, Pick<FormatCodec, 'labelTypes' | 'layouts' | 'geometries'>>
