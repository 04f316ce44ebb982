import { catalogue } from '#lib/i18n.ts'

export const proposalText = catalogue('task-proposals', {
  en: {
    presets: 'How long to train',
    quick: 'Quick',
    balanced: 'Balanced',
    thorough: 'Thorough',
    afterDataset: 'How long each takes is estimated once a dataset is selected.',
    neverTrained: 'No estimate yet: no training with this image has succeeded in this pool.',
  },
  zh: {
    presets: '训练时长',
    quick: '快速',
    balanced: '均衡',
    thorough: '充分',
    afterDataset: '选择数据集后将估计各档所需时间。',
    neverTrained: '暂无估计：该镜像尚未在此资源池中成功训练过。',
  },
})
