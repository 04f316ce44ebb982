import { catalogue } from '#lib/i18n.ts'

export const segmentingText = catalogue('annotation-segmenting', {
  en: {
    preparing: 'The image is being looked at …',
    ready: 'Click what is meant, Alt+click what is not, or drag a box around it',
    take: 'Take',
    drop: 'Drop',
    noModel: 'No segmenter is on this server.',
    fetchModel: 'Fetch one in the settings',
    retry: 'Try again',
    model: 'By {model}',
  },
  zh: {
    preparing: '正在分析图片…',
    ready: '点击目标，Alt+点击排除，或拖框圈出目标',
    take: '采用',
    drop: '放弃',
    noModel: '本服务器上没有分割模型。',
    fetchModel: '前往设置下载',
    retry: '重试',
    model: '模型：{model}',
  },
})
