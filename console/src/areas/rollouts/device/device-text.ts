import { catalogue } from '#lib/i18n.ts'

export const deviceText = catalogue('device-updates', {
  en: {
    available: '{version} available',
    updateTo: 'Update to {version}',
    updateOnly: 'Update {name} to {version}',
    first: 'none recorded',
    firstHint: 'The first version that a rollout installed here: none was recorded before it.',
    before: 'before: {version}',
    by: 'Installed by',
    duration: 'Duration',
  },
  zh: {
    available: '可更新至 {version}',
    updateTo: '更新至 {version}',
    updateOnly: '将 {name} 更新至 {version}',
    first: '无记录',
    firstHint: '这是通过发布安装的第一个版本，之前没有记录。',
    before: '之前：{version}',
    by: '安装自',
    duration: '用时',
  },
})
