import { catalogue } from '#lib/i18n.ts'

export const softwareText = catalogue('device-software', {
  en: {
    title: 'Software',
    updates: 'Updates',
    none: 'No rollout has installed anything here.',
    available: '{version} available',
  },
  zh: {
    title: '软件',
    updates: '更新',
    none: '尚未通过发布安装任何软件。',
    available: '可更新至 {version}',
  },
})
