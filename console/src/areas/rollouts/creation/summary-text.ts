import { catalogue } from '#lib/i18n.ts'

export const summaryText = catalogue('rollout-summary', {
  en: {
    summary: 'Who gets what',
    looking: 'Looking at the devices',
    failed: 'Who gets what could not be read: {reason}',
    again: 'Try again',
    one: '1 device: {name} {from} → {version}',
    oneUnrecorded: '1 device: {name} gets {version}, its first by a rollout',
    oneAlready: '{name} has {version} already: nothing is installed',
    oneAway: 'It cannot be reached now: the rollout waits for it.',
    several: { one: '{count} device gets {name} {version}', other: '{count} devices get {name} {version}' },
    from: '{count} × {from} → {version}',
    unrecorded: '{count} × first by a rollout',
    already: {
      one: '{count} device has {version} already and is skipped',
      other: '{count} devices have {version} already and are skipped',
    },
    away: {
      one: '{count} device cannot be reached now and is waited for',
      other: '{count} devices cannot be reached now and are waited for',
    },
  },
  zh: {
    summary: '发布概要',
    looking: '正在查看设备',
    failed: '无法获取发布概要：{reason}',
    again: '重试',
    one: '1 台设备：{name} {from} → {version}',
    oneUnrecorded: '1 台设备：{name} 首次通过发布安装 {version}',
    oneAlready: '{name} 已是 {version}，不会安装',
    oneAway: '目前无法连接，发布会等待其上线。',
    several: '{count} 台设备将安装 {name} {version}',
    from: '{count} 台：{from} → {version}',
    unrecorded: '{count} 台：首次通过发布安装',
    already: '{count} 台已是 {version}，将跳过',
    away: '{count} 台目前无法连接，发布会等待其上线',
  },
})
