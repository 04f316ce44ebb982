import { catalogue } from '#lib/i18n.ts'

export const proposalText = catalogue('task-proposals', {
  en: { presets: 'How long to train', quick: 'Quick', balanced: 'Balanced', thorough: 'Thorough' },
  zh: { presets: '训练时长', quick: '快速', balanced: '均衡', thorough: '充分' },
})
