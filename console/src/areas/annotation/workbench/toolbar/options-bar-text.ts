import { catalogue } from '#lib/i18n.ts'

export const optionsBarText = catalogue('annotation-strip', {
  en: {
    options: 'Options of the tool',
    minimap: 'Overview of the image',
    adjustments: 'Brightness, contrast, channel',
    keys: 'Keys',
    keysWords: 'Change which keys run which command',
    moreOptions: 'All options of the tool',
    crosshair: 'Crosshair',
    nextLabel: 'What is drawn next becomes: {name}',
  },
  zh: {
    options: '工具选项',
    minimap: '图片缩略导航',
    adjustments: '亮度、对比度与通道',
    keys: '按键',
    keysWords: '更改命令对应的按键',
    moreOptions: '工具的全部选项',
    crosshair: '十字线',
    nextLabel: '接下来绘制的类别：{name}',
  },
})
