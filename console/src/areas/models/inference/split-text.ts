import { catalogue } from '#lib/i18n.ts'

export const splitText = catalogue('models-splits', {
  en: {
    splits: 'Splits',
    allSplits: 'All images',
    learned: {
      one: 'The model has learned from {count} of them: figures look better than they are.',
      other: 'The model has learned from {count} of them: figures look better than they are.',
    },
    heldOut: {
      one: '{count} image held out from its training.',
      other: '{count} images held out from its training.',
    },
  },
  zh: {
    splits: '子集',
    allSplits: '全部图片',
    learned: '模型学习过其中 {count} 张，指标会偏高。',
    heldOut: '训练时留出、模型未学习过的 {count} 张图片。',
  },
})
