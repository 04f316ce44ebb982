import { catalogue } from '#lib/i18n.ts'

export const listText = catalogue('models-list', {
  en: {
    owner: 'Owner',
    content: 'Classes or trigger words',
    onValidation: 'validation',
    byFile: 'by its file',
    rank: 'rank {rank}',
    step: { one: '{count} step', other: '{count} steps' },
    notMeasured: 'Not measured',
    made: 'created',
  },
  zh: {
    owner: '所有者',
    content: '类别或触发词',
    onValidation: '验证集',
    byFile: '据文件所述',
    rank: '秩 {rank}',
    step: '{count} 步',
    notMeasured: '未评估',
    made: '创建于',
  },
})
