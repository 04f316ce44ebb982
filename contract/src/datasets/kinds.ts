export const datasetFormats = ['coco', 'yolo', 'voc'] as const
export const datasetTypes = ['image'] as const
export const splits = ['train', 'validation', 'test'] as const
