import { catalogue } from '#lib/i18n.ts'

export const cardText = catalogue('cover-card', {
  en: { created: 'Created', updated: 'Updated' },
  zh: { created: '创建于', updated: '更新于' },
})
