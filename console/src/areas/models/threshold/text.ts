import { catalogue } from '#lib/i18n.ts'

export const thresholdText = catalogue('models-threshold', {
  en: {
    evaluation: 'Recommended: {score}, the best F1 of the latest evaluation',
    evaluationOn: 'Recommended: {score}, the best F1 of the latest evaluation, {images}',
    training: 'Recommended: {score}, the best F1 on the validation images of its training',
    trainingOn: 'Recommended: {score}, the best F1 of its training, {images}',
    usual: 'The usual {score}: no evaluation and no training says which is best',
    'of-all': 'on all labeled images of {name}',
    'of-train': 'on the training images of {name}, which the model has learned',
    'of-validation': 'on the validation images of {name}',
    'of-test': 'on the test images of {name}',
    'of-unseen': 'on images of {name} that its training did not have',
    'of-unknown': 'on images of {name}',
  },
  zh: {
    evaluation: '推荐 {score}：最近一次评估中 F1 最佳',
    evaluationOn: '推荐 {score}：最近一次评估在{images}上 F1 最佳',
    training: '推荐 {score}：训练的验证图片上 F1 最佳',
    trainingOn: '推荐 {score}：训练在{images}上 F1 最佳',
    usual: '常用值 {score}：尚无评估或训练可给出最佳值',
    'of-all': ' {name} 的全部已标注图片',
    'of-train': ' {name} 的训练图片（模型学习过）',
    'of-validation': ' {name} 的验证图片',
    'of-test': ' {name} 的测试图片',
    'of-unseen': ' {name} 中未参与训练的图片',
    'of-unknown': ' {name} 的图片',
  },
})
