import { expect, test } from 'vitest'
import { shortSummary } from './short-summary.ts'

test('an action is said without what is explained of it, in both languages', () => {
  expect(shortSummary('Sign in: a token for the Authorization header, and the account')).toBe('Sign in')
  expect(shortSummary('登录：返回用于 Authorization 请求头的令牌和账号')).toBe('登录')
  expect(shortSummary('Change a resource pool. Running tasks keep what they have')).toBe('Change a resource pool')
  expect(shortSummary('修改资源池；运行中的任务不受影响')).toBe('修改资源池')
  expect(shortSummary('用数据空间中的图片创建数据集（引用，不复制）')).toBe('用数据空间中的图片创建数据集')
  expect(shortSummary('Create a data space')).toBe('Create a data space')
})
