import { catalogue } from '#lib/i18n.ts'

export const reviewText = catalogue('annotation-review', {
  en: {
    review: 'Review',
    accept: 'Accept',
    reject: 'Reject',
    note: 'What must be done again',
    notePlaceholder: 'For the annotator; may be empty',
    send: 'Reject the image',
    cancel: 'Cancel',
    accepted: '{name} is accepted',
    rejected: '{name} is rejected and to be labeled again',
    notSaved: '{name} is not reviewed: its labels are not saved yet',
    byKey: '{words} ({key})',
  },
  zh: {
    review: '审核',
    accept: '通过',
    reject: '驳回',
    note: '需要返工的内容',
    notePlaceholder: '写给标注者，可以留空',
    send: '驳回图片',
    cancel: '取消',
    accepted: '{name} 已通过',
    rejected: '{name} 已驳回，需要重新标注',
    notSaved: '{name} 未审核：标注尚未保存',
    byKey: '{words}（{key}）',
  },
})
