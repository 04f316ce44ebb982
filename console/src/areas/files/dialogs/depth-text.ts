import { catalogue } from '#lib/i18n.ts'

export const depthText = catalogue('file-depth', {
  en: {
    title: 'Depth maps of the pictures',
    words:
      'One grey picture each: the nearer, the brighter. A generation takes a folder of them as its depth reference.',
    space: 'Data space',
    folder: 'Folder',
    conflict: 'Where a map is there already',
    replace: 'Make it anew',
    skip: 'Keep it',
    make: 'Make depth maps',
    cancel: 'Cancel',
    byModel: 'By {model}',
    noModel: 'No depth model is on this server.',
    fetchModel: 'Fetch one in the settings',
    done: 'The depth maps are made',
  },
  zh: {
    title: '生成深度图',
    words: '每张图片一张灰度图，越近越亮。生成时可将其文件夹用作深度参考。',
    space: '数据空间',
    folder: '文件夹',
    conflict: '已有深度图时',
    replace: '重新生成',
    skip: '保留',
    make: '生成深度图',
    cancel: '取消',
    byModel: '模型：{model}',
    noModel: '本服务器上没有深度模型。',
    fetchModel: '前往设置下载',
    done: '深度图已生成',
  },
})
