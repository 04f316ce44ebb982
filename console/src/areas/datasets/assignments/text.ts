import { catalogue } from '#lib/i18n.ts'

/** Who labels and who reviews. */
export const text = catalogue('assignments', {
  en: {
    assign: 'Assign',
    assignee: 'Assignee',
    reviewer: 'Reviewer',
    anybody: 'Anybody',
    waiting: 'Images',
    waitingAny: 'All',
    waitingOnly: 'Waiting for them',
    mine: 'Mine: {count}',
    mineWords: 'Images assigned to you that are to be labeled, also again',
    toReview: 'To review: {count}',
    toReviewWords: 'Labeled images that wait for your review',
    both: 'Assignee and reviewer',
    labels: 'labels',
    reviews: 'reviews',
    doesBoth: 'labels, reviews',
  },
  zh: {
    assign: '分配',
    assignee: '标注负责人',
    reviewer: '审核人',
    anybody: '不限',
    waiting: '图片',
    waitingAny: '全部',
    waitingOnly: '有待其处理',
    mine: '我的：{count}',
    mineWords: '分配给你且待标注（含被驳回）的图片',
    toReview: '待我审核：{count}',
    toReviewWords: '已标注、等待你审核的图片',
    both: '标注负责人和审核人',
    labels: '标注',
    reviews: '审核',
    doesBoth: '标注、审核',
  },
})
