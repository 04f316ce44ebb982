import type { Text } from '@vermilion/contract/kernel/text'

export const reasons = {
  offline: { en: 'it is offline, and goes on once it is back', zh: '设备离线，恢复后继续' },
  deviceGone: { en: 'the device was removed', zh: '设备已被删除' },
  offlineTooLong: { en: 'it was offline for too long', zh: '设备离线时间过长' },
  installed: (version: string): Text => ({ en: `it has version ${version} already`, zh: `设备已是版本 ${version}` }),
  step: (detail: string): Text => ({ en: detail, zh: detail }),
  installFailed: (code: number, line: string): Text => ({
    en: `the install ended with ${code}: ${line}`,
    zh: `安装以 ${code} 结束：${line}`,
  }),
  rollBackFailed: (code: number, line: string): Text => ({
    en: `going back ended with ${code}: ${line}`,
    zh: `回滚以 ${code} 结束：${line}`,
  }),
  interrupted: {
    en: 'the device lost its power while it installed, and the install may not be begun again',
    zh: '设备在安装过程中断电，且此安装不可重复执行',
  },
  tooLong: { en: 'it took longer than it may', zh: '超过了允许的时间' },
  notBack: { en: 'it did not come back from its reboot in time', zh: '设备未在规定时间内重启完成' },
  otherVersion: (expected: string, actual: string | null): Text => ({
    en: `it has version ${actual ?? '--'} after it, not ${expected}`,
    zh: `完成后设备版本为 ${actual ?? '--'}，而不是 ${expected}`,
  }),
  unhealthy: (problem: Text): Text => ({
    en: `its health check did not pass in time: ${problem.en}`,
    zh: `健康检查未在规定时间内通过：${problem.zh}`,
  }),
  exitCode: (code: number, line: string): Text => ({
    en: `exit code ${code}${line === '' ? '' : `: ${line}`}`,
    zh: `退出码 ${code}${line === '' ? '' : `：${line}`}`,
  }),
  failures: (count: number): Text => ({ en: `${count} devices failed`, zh: `${count} 台设备失败` }),
} as const
