export const itemTexts = {
  en: {
    'to-label': 'To label',
    labeled: 'Labeled',
    reviewed: 'Reviewed',
    rejected: 'Rejected',
    train: 'Train',
    validation: 'Validation',
    test: 'Test',
  },
  zh: {
    'to-label': '待标注',
    labeled: '已标注',
    reviewed: '已审核',
    rejected: '已驳回',
    train: '训练集',
    validation: '验证集',
    test: '测试集',
  },
} as const
