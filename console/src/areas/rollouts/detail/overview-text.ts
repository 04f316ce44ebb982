import { catalogue } from '#lib/i18n.ts'

export const overviewText = catalogue('rollout-overview', {
  en: {
    updated: 'Updated',
    remaining: 'Left to do',
    offline: { one: '{count} offline', other: '{count} offline' },
    skipped: 'Left out',
    threshold: { one: 'pauses at {count} failure', other: 'pauses at {count} failures' },
    duration: 'Duration',
    healthCheck: 'Health check',
    noHealthCheck: 'None: the install alone decides',
    onFailure: 'On failure',
    rollsBack: 'The device goes back to the version before',
    stays: 'The device stays as it is',
    concurrency: 'At once',
    atOnce: { one: '{count} device', other: '{count} devices' },
  },
  zh: {
    updated: '已更新',
    remaining: '未完成',
    offline: '{count} 台离线',
    skipped: '跳过',
    threshold: '失败达 {count} 台即暂停',
    duration: '用时',
    healthCheck: '健康检查',
    noHealthCheck: '无，以安装结果为准',
    onFailure: '失败时',
    rollsBack: '设备恢复到之前的版本',
    stays: '设备保持原样',
    concurrency: '并行',
    atOnce: '{count} 台设备',
  },
})
