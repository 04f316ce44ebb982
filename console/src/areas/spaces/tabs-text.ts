import { catalogue } from '#lib/i18n.ts'

export const tabsText = catalogue('space-tabs', {
  en: {
    pages: 'Pages of the data space',
    files: 'Files',
    generations: 'Generations',
    evaluations: 'Evaluations',
    report: 'Report',
  },
  zh: { pages: '数据空间的页面', files: '文件', generations: '数据生成', evaluations: '数据评估', report: '分析报告' },
})
