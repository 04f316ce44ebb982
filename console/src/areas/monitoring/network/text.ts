import { catalogue } from '#lib/i18n.ts'

export const networkText = catalogue('monitoring-network', {
  en: {
    interfaces: 'Interfaces',
    interface: 'Interface',
    received: 'Received',
    sent: 'Sent',
    errors: 'Errors since start',
  },
  zh: { interfaces: '网卡', interface: '网卡', received: '接收', sent: '发送', errors: '启动以来错误' },
})
