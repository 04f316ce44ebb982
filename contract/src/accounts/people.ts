import { z } from 'zod'
import { account, password } from '../accounts.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

export const person = account.extend({
  seenAt: time.nullable(),
  disabledAt: time.nullable(),
  sessions: count,
  tokens: count,
})
export type Person = z.output<typeof person>

/** Generated when omitted, and returned once. */
const optionalPassword = z.object({ password: password.optional() })
const madePassword = z.object({ password: z.string().nullable() })

/** Open to every signed-in account: there are no roles. */
export const peopleEndpoints = {
  listPeople: endpoint('GET', '/accounts', {
    summary: { en: 'All accounts by name, with when each was seen last', zh: '所有账号（按名称），含最近使用时间' },
    sessionOnly: true,
    query: pageQuery,
    answer: pageOf(person),
  }),
  createPerson: endpoint('POST', '/accounts', {
    summary: {
      en: 'Add an account. Without a password one is made up, which this answer alone carries',
      zh: '新建账号；未指定密码时自动生成，密码仅在本次响应中返回',
    },
    sessionOnly: true,
    body: optionalPassword.extend({ username: account.shape.username }),
    answer: madePassword.extend({ account }),
    errors: ['account.name-taken', 'account.name-invisible', 'account.name-mixed', 'account.name-alike'],
  }),
  resetPersonPassword: endpoint('PUT', '/accounts/:accountId/password', {
    summary: {
      en: "Set the password of somebody else's account: its sessions end and its access tokens are revoked",
      zh: '重置他人账号的密码：其会话全部结束，访问令牌全部吊销',
    },
    sessionOnly: true,
    body: optionalPassword,
    answer: madePassword,
    errors: ['account.not-found', 'account.own'],
  }),
  disablePerson: endpoint('POST', '/accounts/:accountId/disable', {
    summary: {
      en: 'Let nobody use an account any more: its sessions, access tokens and streams end at once',
      zh: '停用账号：其会话、访问令牌与连接立即失效',
    },
    sessionOnly: true,
    errors: ['account.not-found', 'account.own', 'account.last'],
  }),
  enablePerson: endpoint('POST', '/accounts/:accountId/enable', {
    summary: { en: 'Let an account be used again, with its password of before', zh: '重新启用账号，密码不变' },
    sessionOnly: true,
    errors: ['account.not-found'],
  }),
  revokePersonTokens: endpoint('DELETE', '/accounts/:accountId/tokens', {
    summary: { en: 'Revoke all access tokens of an account', zh: '吊销某账号的全部访问令牌' },
    sessionOnly: true,
    answer: z.object({ revoked: count }),
    errors: ['account.not-found'],
  }),
} as const
