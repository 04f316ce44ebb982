import { catalogue } from '#lib/i18n.ts'

export const bulkText = catalogue('ui-bulk', {
  en: {
    bulkDoing: '{done} of {total}',
    bulkPart: '{done} of {total} done; {failed} failed:',
    bulkRetry: { one: 'Try {count} again', other: 'Try {count} again' },
    bulkMore: { one: 'and {count} more', other: 'and {count} more' },
    bulkStop: 'Stop here',
  },
  zh: {
    bulkDoing: '{done} / {total}',
    bulkPart: '已完成 {done} / {total}；{failed} 项失败：',
    bulkRetry: '重试 {count} 项',
    bulkMore: '以及另外 {count} 项',
    bulkStop: '就此停止',
  },
})
