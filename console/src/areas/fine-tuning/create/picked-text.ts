import { catalogue } from '#lib/i18n.ts'

export const pickedText = catalogue('fine-tuning-picked', {
  en: {
    all: 'All pictures below the folder',
    some: { one: '{count} picture picked', other: '{count} pictures picked' },
    pick: 'Pick single pictures',
    takeAll: 'Take all',
    title: 'Pictures to learn from',
    none: 'No pictures here',
    noneWords: 'Choose another folder, or upload pictures to the data space.',
    done: 'Done',
  },
  zh: {
    all: '文件夹下的全部图片',
    some: '已选 {count} 张图片',
    pick: '选择单张图片',
    takeAll: '取全部',
    title: '学习的图片',
    none: '这里没有图片',
    noneWords: '请选择其他文件夹，或向数据空间上传图片。',
    done: '完成',
  },
})
