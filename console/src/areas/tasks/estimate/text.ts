import { catalogue } from '#lib/i18n.ts'

export const estimateText = catalogue('task-estimates', {
  en: { none: 'No estimate yet', about: 'About {duration}' },
  zh: { none: '暂无估计', about: '约 {duration}' },
})
