import { catalogue } from '#lib/i18n.ts'

export const text = catalogue('notices', {
  en: {
    title: 'Your images',
    failed: 'Failed to get what is yours to do',
    'to-label': { one: '{by} gave you {count} image to label', other: '{by} gave you {count} images to label' },
    'to-review': { one: '{by} gave you {count} image to review', other: '{by} gave you {count} images to review' },
    rejected: { one: '{by} sent {count} image back', other: '{by} sent {count} images back' },
    'to-label-all': '{by} gave you the dataset to label',
    'to-review-all': '{by} gave you the dataset to review',
    note: '“{note}”',
    new: 'new',
  },
  zh: {
    title: '我的图片',
    failed: '获取我的待办失败',
    'to-label': '{by} 分配给你 {count} 张图片标注',
    'to-review': '{by} 分配给你 {count} 张图片审核',
    rejected: '{by} 驳回了 {count} 张图片',
    'to-label-all': '{by} 将该数据集交给你标注',
    'to-review-all': '{by} 将该数据集交给你审核',
    note: '“{note}”',
    new: '新',
  },
})
