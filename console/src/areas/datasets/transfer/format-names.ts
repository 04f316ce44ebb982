import type { TransferFormat } from '@vermilion/contract/dataset-imports'

/** What the formats call themselves, in every language. */
export const formatNames: Readonly<Record<TransferFormat, string>> = {
  coco: 'COCO',
  yolo: 'YOLO',
  voc: 'Pascal VOC',
  imagenet: 'ImageNet',
  mask: 'Mask PNG',
  labelme: 'LabelMe',
  csv: 'CSV',
}
