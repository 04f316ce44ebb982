import { catalogue } from '#lib/i18n.ts'

/** Giving datasets and images to somebody. */
export const dialogText = catalogue('assign-dialogs', {
  en: {
    assignDataset: 'Assign {name}',
    assignImages: { one: 'Assign {count} image', other: 'Assign {count} images' },
    assignee: 'Assignee',
    assignees: 'Assignees',
    reviewer: 'Reviewer',
    assigneeHint: 'Who labels the images that are not assigned by themselves.',
    reviewerHint: 'Who accepts or rejects what is labeled.',
    several: 'Several get as many images each.',
    nobody: 'Nobody',
    unchanged: 'As it is',
    asDataset: 'As the dataset says',
    asDatasetName: 'As the dataset says: {name}',
    assigned: '{name} is assigned',
    save: 'Assign',
    cancel: 'Cancel',
  },
  zh: {
    assignDataset: '分配 {name}',
    assignImages: '分配 {count} 张图片',
    assignee: '标注负责人',
    assignees: '标注负责人',
    reviewer: '审核人',
    assigneeHint: '负责标注未单独分配的图片。',
    reviewerHint: '负责通过或驳回已标注的图片。',
    several: '选择多人时平均分配。',
    nobody: '无',
    unchanged: '保持不变',
    asDataset: '跟随数据集',
    asDatasetName: '跟随数据集：{name}',
    assigned: '已分配 {name}',
    save: '分配',
    cancel: '取消',
  },
})
