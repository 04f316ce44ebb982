/** Rows of the catalogue of errors about hosts, storage and clean-ups. */
export const monitoringErrors = {
  'host.not-found': {
    code: 404580,
    text: {
      en: 'This host no longer exists: choose another one on the resource page',
      zh: '该主机已不存在，请在资源监控页选择其他主机',
    },
  },
  'host.span-empty': {
    code: 400580,
    text: {
      en: 'The span of time ends before it begins: `to` must lie after `from`',
      zh: '时间范围无效：to 必须晚于 from',
    },
  },
  'clean-up.running': {
    code: 409580,
    text: { en: 'A clean-up is running already; wait until it has ended', zh: '清理正在进行，请等待其结束' },
  },
  'health-check.running': {
    code: 409595,
    text: { en: 'Checks are running already; wait until they have ended', zh: '检查正在进行，请等待其结束' },
  },
  'health-check.no-repair': {
    code: 409596,
    text: {
      en: '{check} cannot be repaired here: do what its advice says',
      zh: '“{check}”无法在此修复，请按其建议处理',
    },
  },
} as const
