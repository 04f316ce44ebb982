import { catalogue } from '#lib/i18n.ts'

export const proposalText = catalogue('task-proposals', {
  en: {
    presets: 'How long to train',
    quick: 'Quick',
    balanced: 'Balanced',
    thorough: 'Thorough',
    afterDataset: 'How long each takes is estimated once a dataset is selected.',
    smallObjects:
      'One in ten objects covers less than about {percent}% of the side of its image. At an input size of {inputSize} that is {pixels} pixels.',
    useInputSize: 'Use {inputSize}',
    augmented: 'Training images as the network is shown them, by these parameters.',
    augmentAgain: 'Show others',
    neverTrained: 'No estimate yet: no training with this image has succeeded in this pool.',
  },
  zh: {
    presets: '训练时长',
    quick: '快速',
    balanced: '均衡',
    thorough: '充分',
    afterDataset: '选择数据集后将估计各档所需时间。',
    smallObjects: '十分之一的目标边长不足图片边长的约 {percent}%；输入尺寸为 {inputSize} 时约 {pixels} 像素。',
    useInputSize: '使用 {inputSize}',
    augmented: '按以上参数，网络在训练时看到的图片。',
    augmentAgain: '换一组',
    neverTrained: '暂无估计：该镜像尚未在此资源池中成功训练过。',
  },
})
