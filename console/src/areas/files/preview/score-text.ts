import { catalogue } from '#lib/i18n.ts'

export const scoreText = catalogue('file-scores', {
  en: { title: 'Scores', failed: 'Model call failed', reason: 'Reason', entry: '{number} – {reason}' },
  zh: { title: '评分', failed: '模型调用失败', reason: '原因', entry: '{number} – {reason}' },
})
