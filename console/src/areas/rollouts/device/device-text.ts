import { catalogue } from '#lib/i18n.ts'

/** Words of what is installed on a device. */
export const deviceText = catalogue('device-updates', {
  en: {
    available: '{version} available',
    updateTo: 'Update',
    by: 'Installed by',
    duration: 'Duration',
  },
  zh: {
    available: '可更新至 {version}',
    updateTo: '更新',
    by: '安装自',
    duration: '用时',
  },
})
