import { catalogue } from '#lib/i18n.ts'

export const costText = catalogue('evaluation-cost', {
  en: {
    cost: 'Expected cost',
    waits: 'Told as soon as it is chosen which models score, and by what.',
    estimating: 'Estimating …',
    failed: 'The cost could not be estimated: {reason}',
    again: 'Try again',
    noImages: 'There is no image to score yet.',
    images: { one: '{count} image', other: '{count} images' },
    calls: { one: '{count} call', other: '{count} calls' },
    tokens: 'about {tokens} tokens',
    noCalls: 'no service is asked, it costs nothing',
    reused: { one: '{count} score is there already', other: '{count} scores are there already' },
    allReused: {
      one: 'The image is scored already: its scores are reused',
      other: 'All {count} are scored already: the scores are reused',
    },
  },
  zh: {
    cost: '预计费用',
    waits: '选定评分模型和标准后显示。',
    estimating: '正在估算……',
    failed: '无法估算费用：{reason}',
    again: '重试',
    noImages: '还没有可评分的图片。',
    images: '{count} 张图片',
    calls: '{count} 次调用',
    tokens: '约 {tokens} token',
    noCalls: '不调用任何服务，无费用',
    reused: '已有 {count} 个评分',
    allReused: '{count} 张均已评分，将直接使用',
  },
})
