import type { FigureName } from '@vermilion/contract/evaluations'
import { catalogue } from '#lib/i18n.ts'

const alike = {
  mAP50: 'mAP50',
  mAP50to95: 'mAP50-95',
  top1: 'Top-1',
  top5: 'Top-5',
  meanPrecision: 'mAP',
  mIoU: 'mIoU',
  f1: 'F1',
} as const

export const measureText = catalogue('measures', {
  en: {
    ...alike,
    precision: 'Precision',
    recall: 'Recall',
    mIoUWithBackground: 'mIoU with background',
    pixelAccuracy: 'Pixel accuracy',
  },
  zh: {
    ...alike,
    precision: '精确率',
    recall: '召回率',
    mIoUWithBackground: 'mIoU（含背景）',
    pixelAccuracy: '像素准确率',
  },
} satisfies Record<'en' | 'zh', Record<FigureName, string>>)
