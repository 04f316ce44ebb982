import { catalogue } from '#lib/i18n.ts'

export const imageNotesText = catalogue('image-notes', {
  en: {
    assignee: 'Assignee: {name}',
    reviewer: 'Reviewer: {name}',
    rejectedBy: 'Rejected by {name}: to be labeled again',
    changedSince: 'Changed since {name} reviewed it: it waits for a review again',
  },
  zh: {
    assignee: '标注负责人：{name}',
    reviewer: '审核人：{name}',
    rejectedBy: '已被 {name} 驳回，需要重新标注',
    changedSince: '{name} 审核后又有修改，需要再次审核',
  },
})
