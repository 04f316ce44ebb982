import { catalogue } from '#lib/i18n.ts'

export const versionText = catalogue('generation-version', {
  en: {
    title: 'Workflow version',
    same: '{version}: the one that was used, which is still the current one.',
    deleted: '{version}: the workflow was deleted since, and runs as it was.',
    changed: 'The workflow was changed since.',
    used: 'The one that was used: {version}',
    current: 'The current one',
    currentOf: 'The current one: {version}, of {time}',
    unknown: 'This server does not have the version of the workflow that the config names. The current one is taken.',
  },
  zh: {
    title: '工作流版本',
    same: '{version}：即当时使用的版本，也是当前版本。',
    deleted: '{version}：工作流此后已删除，仍按当时的版本运行。',
    changed: '此后工作流已修改。',
    used: '当时使用的版本：{version}',
    current: '当前版本',
    currentOf: '当前版本：{version}（{time}）',
    unknown: '此服务器没有该配置所指定的工作流版本，将使用当前版本。',
  },
})
