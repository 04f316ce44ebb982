import { catalogue } from '#lib/i18n.ts'
import { modelWords } from '../text.ts'
import { reportText } from './report-text.ts'

export const text = catalogue('model-reports', {
  en: { ...modelWords.en, ...reportText.en },
  zh: { ...modelWords.zh, ...reportText.zh },
})
