import { catalogue } from '#lib/i18n.ts'

export const filmStripText = catalogue('annotation-film-strip', {
  en: {
    neighbours: 'Neighboring images',
    hide: 'Hide the neighboring images',
    show: 'Show the neighboring images',
    image: 'Image {position}: {path}',
  },
  zh: {
    neighbours: '相邻图片',
    hide: '隐藏相邻图片',
    show: '显示相邻图片',
    image: '第 {position} 张：{path}',
  },
})
