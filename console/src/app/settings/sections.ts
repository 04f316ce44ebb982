export const sectionGroups = [
  {
    key: 'person',
    sections: [
      { key: 'general', to: '/settings/common' },
      { key: 'appearance', to: '/settings/appearance' },
      { key: 'account', to: '/settings/account' },
    ],
  },
  {
    key: 'server',
    sections: [
      { key: 'people', to: '/settings/accounts' },
      { key: 'services', to: '/settings/services' },
      { key: 'assist', to: '/settings/assist-models' },
      { key: 'trash', to: '/settings/trash' },
      { key: 'health', to: '/settings/health' },
      { key: 'audit', to: '/audit' },
      { key: 'about', to: '/settings/about' },
    ],
  },
] as const

export const sections = sectionGroups.flatMap((group) => [...group.sections])
