import { catalogue } from '#lib/i18n.ts'

export const thresholdText = catalogue('models-threshold', {
  en: {
    evaluation: 'Recommended: {score}, the best F1 of the latest evaluation',
    training: 'Recommended: {score}, the best F1 on the validation images of its training',
    usual: 'The usual {score}: no evaluation and no training says which is best',
  },
  zh: {
    evaluation: '推荐 {score}：最近一次评估中 F1 最佳',
    training: '推荐 {score}：训练的验证图片上 F1 最佳',
    usual: '常用值 {score}：尚无评估或训练可给出最佳值',
  },
})
