export const monitoringErrors = {
  'store.unreachable': {
    code: 503580,
    text: {
      en: 'The store that holds the contents of files cannot be reached: {problem}. Try again in a moment',
      zh: '无法连接存放文件内容的存储：{problem}。请稍后重试',
    },
  },
  'store.no-room': {
    code: 507580,
    text: {
      en: "The server's disk has no room for a copy of {mebibytes} MiB: free some of it and try again",
      zh: '服务器磁盘没有空间存放 {mebibytes} MiB 的副本：请清理磁盘后重试',
    },
  },
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
  'clean-up.not-held': {
    code: 409582,
    text: {
      en: 'This clean-up holds nothing that could be restored or removed: it still runs, or that has been done',
      zh: '该清理没有可恢复或可清除的内容：清理仍在进行，或已处理完毕',
    },
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
  'alert.not-found': {
    code: 404581,
    text: {
      en: 'This alert no longer exists: open the list of alerts again',
      zh: '该告警已不存在，请重新打开告警列表',
    },
  },
  'alert.over': {
    code: 409581,
    text: { en: 'This alert has ended already; there is nothing to acknowledge', zh: '该告警已结束，无需确认' },
  },
  'alert.silence-over': {
    code: 404582,
    text: { en: 'This silence has ended already', zh: '该静默已结束' },
  },
  'alert.threshold-invalid': {
    code: 400581,
    text: {
      en: 'The threshold of {rule} must lie between {minimum} and {maximum}, and a rule without one takes none',
      zh: '规则 {rule} 的阈值必须在 {minimum} 与 {maximum} 之间；没有阈值的规则不可设置',
    },
  },
} as const
