import { catalogue } from '#lib/i18n.ts'

export const personSelectText = catalogue('person-select', {
  en: { disabled: '{name} (disabled)', you: '{name} (you)' },
  zh: { disabled: '{name}（已停用）', you: '{name}（你）' },
})
