import { catalogue } from '#lib/i18n.ts'

/** How the measures of models are called, by their keys in `modelMetrics`. */
export const measureText = catalogue('measures', {
  en: {
    precision: 'Precision',
    recall: 'Recall',
    mAP50: 'mAP50',
    mAP50to95: 'mAP50-95',
    top1: 'Top-1',
    top5: 'Top-5',
    meanPrecision: 'mAP',
    mIoU: 'mIoU',
    mIoUWithBackground: 'mIoU with background',
    pixelAccuracy: 'Pixel accuracy',
  },
  zh: {
    precision: '精确率',
    recall: '召回率',
    mAP50: 'mAP50',
    mAP50to95: 'mAP50-95',
    top1: 'Top-1',
    top5: 'Top-5',
    meanPrecision: 'mAP',
    mIoU: 'mIoU',
    mIoUWithBackground: 'mIoU（含背景）',
    pixelAccuracy: '像素准确率',
  },
})
