import { catalogue } from '#lib/i18n.ts'

export const leakageText = catalogue('leakage', {
  en: {
    title: 'The figures of this training would flatter the model',
    validation: {
      one: '{count} image of validation is the same or nearly the same as images of training.',
      other: '{count} images of validation are the same or nearly the same as images of training.',
    },
    test: {
      one: '{count} image of test is the same or nearly the same as images of training or validation.',
      other: '{count} images of test are the same or nearly the same as images of training or validation.',
    },
    mend: 'Move like images into one split',
    mendHint: 'Each group of like images can move to the split where most of it is.',
    mended: { one: '{count} image moved', other: '{count} images moved' },
    mendFailed: 'Failed to move the images',
    onlyEqual: 'Only images of the same content were compared.',
    compare: 'Compare by what they look like',
    compareFailed: 'Failed to compare the images',
    comparing: 'The images are being compared …',
  },
  zh: {
    title: '此次训练的指标会偏高',
    validation: '验证集中有 {count} 张图片与训练集的图片相同或几乎相同。',
    test: '测试集中有 {count} 张图片与训练集或验证集的图片相同或几乎相同。',
    mend: '将相似图片移到同一划分',
    mendHint: '可将每组相似图片移到其多数所在的划分。',
    mended: '已移动 {count} 张图片',
    mendFailed: '移动图片失败',
    onlyEqual: '目前仅比较了内容完全相同的图片。',
    compare: '按画面比较',
    compareFailed: '比较图片失败',
    comparing: '正在比较图片……',
  },
})
