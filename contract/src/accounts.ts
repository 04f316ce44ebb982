import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { count, id, name, time } from './kernel/fields.ts'

export const account = z.object({
  id,
  username: name.max(50),
  createdAt: time,
})
export type Account = z.output<typeof account>

export const passwordLength = { least: 8, most: 200 } as const
export const password = z.string().min(passwordLength.least).max(passwordLength.most)

/** The sign-in form. Names and passwords are not checked against today's rules, so that the rules can change. */
export const credentials = z.object({
  username: z.string().trim().min(1).max(50),
  password: z.string().min(1).max(passwordLength.most),
})
export type Credentials = z.output<typeof credentials>

export const passwordChange = z.object({ currentPassword: credentials.shape.password, newPassword: password })
export type PasswordChange = z.output<typeof passwordChange>

/** An open sign-in. Unknown details of the browser or program are null. */
export const session = z.object({
  id,
  current: z.boolean(),
  createdAt: time,
  usedAt: time,
  address: z.string().nullable(),
  /** "Firefox 143", "curl 8.5". */
  program: z.string().nullable(),
  system: z.string().nullable(),
})
export type Session = z.output<typeof session>

/** `full` allows everything that the account may do, `read-only` only calls that write nothing. */
export const accessScopes = ['full', 'read-only'] as const
export const accessScope = z.enum(accessScopes)
export type AccessScope = z.output<typeof accessScope>

/** Prefix of personal access tokens, so that secret scanners recognize them. */
export const accessTokenPrefix = 'vmt_'

export const accessToken = z.object({
  id,
  /** Unique within the account, case-insensitive. */
  name,
  scope: accessScope,
  createdAt: time,
  /** Null: no expiry. */
  expiresAt: time.nullable(),
  usedAt: time.nullable(),
})
export type AccessToken = z.output<typeof accessToken>

export const accessTokenCreate = accessToken
  .pick({ name: true, expiresAt: true })
  .extend({ scope: accessScope.default('full') })
export type AccessTokenCreate = z.output<typeof accessTokenCreate>

export const accountEndpoints = {
  login: endpoint('POST', '/login/login', {
    audited: false,
    summary: {
      en: 'Sign in: a token for the Authorization header, and the account',
      zh: '登录：返回用于 Authorization 请求头的令牌和账号',
    },
    public: true,
    bodyLimit: 4_096,
    body: credentials,
    answer: z.object({ token: z.string(), account }),
    errors: ['login.invalid', 'login.disabled', 'login.throttled', 'login.passwords-closed'],
  }),
  logout: endpoint('POST', '/login/logout', {
    summary: { en: 'Sign out: the token is worth nothing from now on', zh: '退出登录：令牌立即失效' },
    sessionOnly: true,
    /** The address at which the browser ends its session at the identity provider; null for a session that no provider opened. */
    answer: z.object({ address: z.string().nullable() }),
  }),
  me: endpoint('GET', '/accounts/me', {
    summary: {
      en: 'The account that the token belongs to, and what the token may do; renews the cookie by which pictures are asked for',
      zh: '令牌所属的账号及令牌的权限；同时更新用于请求图片的 Cookie',
    },
    answer: account.extend({ scope: accessScope }),
  }),
  changePassword: endpoint('PUT', '/accounts/me/password', {
    summary: {
      en: 'Change my password: every other session ends, access tokens stay',
      zh: '修改我的密码：其他会话全部结束，访问令牌保留',
    },
    sessionOnly: true,
    body: passwordChange,
    answer: z.object({ endedSessions: count }),
    errors: ['password.wrong', 'password.unchanged', 'login.throttled'],
  }),
  listSessions: endpoint('GET', '/accounts/me/sessions', {
    summary: {
      en: 'My open sessions: the one that asks first, then the last used',
      zh: '我的有效会话：发起请求的在前，其余按最近使用排序',
    },
    sessionOnly: true,
    answer: z.object({ items: z.array(session) }),
  }),
  revokeSession: endpoint('DELETE', '/accounts/me/sessions/:sessionId', {
    summary: { en: 'End one of my sessions', zh: '结束我的一个会话' },
    sessionOnly: true,
    errors: ['session.not-found'],
  }),
  revokeOtherSessions: endpoint('DELETE', '/accounts/me/sessions', {
    summary: { en: 'End all my sessions but the one that asks', zh: '结束我的其他所有会话' },
    sessionOnly: true,
    answer: z.object({ endedSessions: count }),
  }),
  listAccessTokens: endpoint('GET', '/accounts/me/tokens', {
    summary: {
      en: 'My personal access tokens, the newest first; expired ones too',
      zh: '我的个人访问令牌，最新的在前，包含已过期的',
    },
    sessionOnly: true,
    answer: z.object({ items: z.array(accessToken) }),
  }),
  createAccessToken: endpoint('POST', '/accounts/me/tokens', {
    summary: {
      en: 'Make a personal access token for scripts; this answer alone carries its secret',
      zh: '为脚本创建个人访问令牌；令牌内容仅在本次响应中返回',
    },
    sessionOnly: true,
    body: accessTokenCreate,
    answer: z.object({ secret: z.string(), accessToken }),
    errors: ['access-token.name-taken', 'access-token.expiry-past', 'access-token.too-many'],
  }),
  revokeAccessToken: endpoint('DELETE', '/accounts/me/tokens/:tokenId', {
    summary: { en: 'Revoke one of my personal access tokens', zh: '吊销我的一个个人访问令牌' },
    sessionOnly: true,
    errors: ['access-token.not-found'],
  }),
} as const
