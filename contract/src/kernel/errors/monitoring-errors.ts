import { entry, storeUnreachableCode } from './entry.ts'

export const monitoringErrors = {
  'store.unreachable': entry(
    storeUnreachableCode,
    'The store that holds the contents of files cannot be reached: {problem}. Try again in a moment',
    '无法连接存放文件内容的存储：{problem}。请稍后重试',
  ),
  'store.no-room': entry(
    507580,
    "The server's disk has no room for a copy of {mebibytes} MiB: free some of it and try again",
    '服务器磁盘没有空间存放 {mebibytes} MiB 的副本：请清理磁盘后重试',
  ),
  'host.not-found': entry(
    404580,
    'This host no longer exists: choose another one on the resource page',
    '该主机已不存在，请在资源监控页选择其他主机',
  ),
  'host.span-empty': entry(
    400580,
    'The span of time ends before it begins: `to` must lie after `from`',
    '时间范围无效：to 必须晚于 from',
  ),
  'clean-up.running': entry(
    409580,
    'A clean-up is running already; wait until it has ended',
    '清理正在进行，请等待其结束',
  ),
  'clean-up.not-held': entry(
    409582,
    'This clean-up holds nothing that could be restored or removed: it still runs, or that has been done',
    '该清理没有可恢复或可清除的内容：清理仍在进行，或已处理完毕',
  ),
  'health-check.running': entry(
    409595,
    'Checks are running already; wait until they have ended',
    '检查正在进行，请等待其结束',
  ),
  'health-check.no-repair': entry(
    409596,
    '{check} cannot be repaired here: do what its advice says',
    '“{check}”无法在此修复，请按其建议处理',
  ),
  'alert.not-found': entry(
    404581,
    'This alert no longer exists: open the list of alerts again',
    '该告警已不存在，请重新打开告警列表',
  ),
  'alert.over': entry(
    409581,
    'This alert has ended already; there is nothing to acknowledge',
    '该告警已结束，无需确认',
  ),
  'alert.silence-over': entry(404582, 'This silence has ended already', '该静默已结束'),
  'alert.threshold-invalid': entry(
    400581,
    'The threshold of {rule} must lie between {minimum} and {maximum}, and a rule without one takes none',
    '规则 {rule} 的阈值必须在 {minimum} 与 {maximum} 之间；没有阈值的规则不可设置',
  ),
} as const
