import { catalogue } from '#lib/i18n.ts'

export const classText = catalogue('annotation-classes', {
  en: {
    title: 'Class of the image',
    titleSeveral: 'Classes of the image',
    several: 'Several classes',
    advance: 'Go on after choosing',
    advanceWords: 'A class that is chosen saves the image and shows the next one.',
    grid: 'Many at once, in a grid',
    none: 'No class yet. Press its key, or click it.',
  },
  zh: {
    title: '图片类别',
    titleSeveral: '图片类别（多选）',
    several: '可选多个类别',
    advance: '选择后自动前进',
    advanceWords: '选择类别后保存图片并显示下一张。',
    grid: '在网格中批量分类',
    none: '尚未选择类别。按对应按键或点击选择。',
  },
})
