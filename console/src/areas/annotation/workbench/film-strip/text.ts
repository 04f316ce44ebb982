import { catalogue } from '#lib/i18n.ts'

export const filmStripText = catalogue('annotation-film-strip', {
  en: {
    neighbours: 'Neighbouring images',
    hide: 'Hide the neighbouring images',
    show: 'Show the neighbouring images',
    image: 'Image {position}: {path}',
  },
  zh: {
    neighbours: '相邻图片',
    hide: '隐藏相邻图片',
    show: '显示相邻图片',
    image: '第 {position} 张：{path}',
  },
})
