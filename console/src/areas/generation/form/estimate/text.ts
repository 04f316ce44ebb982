import { catalogue } from '#lib/i18n.ts'

export const estimateText = catalogue('generation-estimate', {
  en: {
    expected: 'Expected time and disk space',
    waits: 'Told as soon as size and number of the images are filled in.',
    estimating: 'Estimating …',
    failed: 'Could not be estimated: {reason}',
    again: 'Try again',
    size: 'about {size}',
    noTime: 'time not known yet',
    noSize: 'disk space not known yet',
    neither: 'Not known yet',
    first: 'The first generation with this workflow will tell.',
    firstTime:
      'The first generation with this workflow will tell how long it takes; its images usually have this size.',
    by: {
      one: 'As {count} earlier generation with this workflow took.',
      other: 'As {count} earlier generations with this workflow took.',
    },
    anew: 'Images that are made anew come on top.',
  },
  zh: {
    expected: '预计时间和磁盘空间',
    waits: '填写图片尺寸和数量后显示。',
    estimating: '正在估算……',
    failed: '无法估算：{reason}',
    again: '重试',
    size: '约 {size}',
    noTime: '时间未知',
    noSize: '磁盘空间未知',
    neither: '未知',
    first: '用此工作流完成首次生成后即可估算。',
    firstTime: '用此工作流完成首次生成后即可估算时间；磁盘空间按其图片的通常大小估算。',
    by: '依据此工作流的 {count} 次历史生成。',
    anew: '重新生成的图片另计。',
  },
})
