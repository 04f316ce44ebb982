import { catalogue } from '#lib/i18n.ts'

export const networkText = catalogue('monitoring-network', {
  en: {
    interfaces: 'Interfaces, now',
    within: 'Traffic within the machine (lo) is not counted here; the transfers of Vermilion count it.',
    interface: 'Interface',
    received: 'Received',
    sent: 'Sent',
    errors: 'Errors since start',
  },
  zh: {
    interfaces: '网卡（当前）',
    within: '此处不计本机内部流量（lo）；Vermilion 自身传输则计入。',
    interface: '网卡',
    received: '接收',
    sent: '发送',
    errors: '启动以来错误',
  },
})
