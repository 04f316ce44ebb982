import { catalogue } from '#lib/i18n.ts'

export const stripText = catalogue('annotation-strip', {
  en: {
    options: 'Options of the tool',
    nextLabel: 'What is drawn next becomes: {name}',
    autoLabel: 'Auto-label',
    autoLabelLater: 'Labeling by a model is not part of this version yet. Labels are drawn by hand or imported.',
    imageSearch: 'Image search',
    imageSearchLater: 'Search by text or by image is not part of this version yet. Filter the file view meanwhile.',
  },
  zh: {
    options: '工具选项',
    nextLabel: '接下来绘制的类别：{name}',
    autoLabel: '自动标注',
    autoLabelLater: '此版本尚不支持模型自动标注，请手动绘制或导入标注。',
    imageSearch: '图像搜索',
    imageSearchLater: '此版本尚不支持以文搜图或以图搜图，可先在文件视图中筛选。',
  },
})
