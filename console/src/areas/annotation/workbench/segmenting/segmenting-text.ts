import { catalogue } from '#lib/i18n.ts'

export const segmentingText = catalogue('annotation-segmenting', {
  en: {
    preparing: 'The image is being looked at …',
    ready: 'Click what is meant, Alt+click what is not, or drag a box around it',
    take: 'Take',
    drop: 'Drop',
    fetchModel: 'Open the assist models',
    retry: 'Try again',
    model: 'By {model}',
  },
  zh: {
    preparing: '正在分析图片…',
    ready: '点击目标，Alt+点击排除，或拖框圈出目标',
    take: '采用',
    drop: '放弃',
    fetchModel: '打开辅助模型',
    retry: '重试',
    model: '模型：{model}',
  },
})
