import { catalogue } from '#lib/i18n.ts'

export const text = catalogue('settings-layout', {
  en: {
    title: 'Settings',
    general: 'General',
    appearance: 'Appearance',
    person: 'Yours',
    account: 'My account',
    server: 'This server',
    people: 'All accounts',
    services: 'Services',
    assist: 'Assist models',
    health: 'Health',
    audit: 'Audit log',
    about: 'About',
  },
  zh: {
    title: '设置',
    general: '通用',
    appearance: '外观',
    person: '个人',
    account: '我的账号',
    server: '本服务器',
    people: '所有账号',
    services: '服务',
    assist: '辅助模型',
    health: '健康检查',
    audit: '审计日志',
    about: '关于',
  },
})
