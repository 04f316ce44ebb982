import { catalogue } from '#lib/i18n.ts'

export const optionsBarText = catalogue('annotation-strip', {
  en: {
    options: 'Options of the tool',
    minimap: 'Overview of the image',
    adjustments: 'Brightness, contrast, channel',
    keys: 'Keys',
    keysWords: 'Change which keys run which command',
    crosshair: 'Crosshair',
    nextLabel: 'What is drawn next becomes: {name}',
    autoLabel: 'Auto-label',
    autoLabelLater: 'Labeling by a model is not part of this version yet. Labels are drawn by hand or imported.',
    imageSearch: 'Image search',
    imageSearchLater: 'Search by text or by image is not part of this version yet. Filter the file view meanwhile.',
  },
  zh: {
    options: '工具选项',
    minimap: '图片缩略导航',
    adjustments: '亮度、对比度与通道',
    keys: '按键',
    keysWords: '更改命令对应的按键',
    crosshair: '十字线',
    nextLabel: '接下来绘制的类别：{name}',
    autoLabel: '自动标注',
    autoLabelLater: '此版本尚不支持模型自动标注，请手动绘制或导入标注。',
    imageSearch: '图像搜索',
    imageSearchLater: '此版本尚不支持以文搜图或以图搜图，可先在文件视图中筛选。',
  },
})
