import { catalogue } from '#lib/i18n.ts'

export const tabNames = catalogue('device-tabs', {
  en: {
    overview: 'Overview',
    files: 'Files',
    history: 'History',
    system: 'Processes, disks, network',
    ran: 'What ran here',
    terminal: 'SSH',
    log: 'Log',
    updates: 'Updates',
  },
  zh: {
    overview: '概览',
    files: '文件',
    history: '历史',
    system: '进程、磁盘与网络',
    ran: '运行记录',
    terminal: 'SSH',
    log: '记录',
    updates: '更新',
  },
})

export type DeviceTabKey = keyof typeof tabNames.en
