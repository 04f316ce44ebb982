import { catalogue } from '#lib/i18n.ts'

export const conversionKindText = catalogue('model-conversion-kinds', {
  en: {
    float16: 'float16',
    dynamic: 'Open sizes',
    int8: 'int8',
  },
  zh: {
    float16: 'float16',
    dynamic: '动态尺寸',
    int8: 'int8',
  },
})
