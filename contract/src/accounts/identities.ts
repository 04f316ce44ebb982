import { z } from 'zod'
import { account } from '../accounts.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { time } from '../kernel/fields.ts'

/** The console's page offers the ways to sign in by a `<meta>` of this name. */
export const signInMeta = 'sign-in'
export const signInOffer = z.object({
  /** The name of the identity provider, null without one. */
  provider: z.string().nullable(),
  /** False when passwords sign in the emergency account alone. */
  passwords: z.boolean(),
})
export type SignInOffer = z.output<typeof signInOffer>

/** The beginning of the `state` of who links an identity, by which the console knows what to do on the way back. */
export const linkStatePrefix = 'link.'

/** An account at the identity provider that is linked to one here. */
export const identity = z.object({
  /** The provider's name of the account, such as a username or an email address. */
  name: z.string(),
  linkedAt: time,
  usedAt: time.nullable(),
})
export type Identity = z.output<typeof identity>

/** The query with which the provider sent the browser back, as it came: `code=…&state=…`. */
const providerReturn = z.object({ query: z.string().min(1).max(6_000) })
const providerAddress = z.object({ address: z.string() })

const beginErrors = ['identity.no-provider', 'identity.provider-away', 'login.throttled'] as const
const confirmErrors = ['identity.provider-refused', 'identity.clock-wrong', 'identity.not-admitted'] as const
const returnErrors = [...beginErrors, ...confirmErrors, 'identity.expired'] as const

export const identityEndpoints = {
  startIdentitySignIn: endpoint('POST', '/login/identity', {
    audited: false,
    summary: {
      en: 'Begin a sign-in with the identity provider: the address to open in the browser, and a cookie to come back with',
      zh: '开始通过身份提供方登录：返回需在浏览器中打开的地址，并设置返回时使用的 Cookie',
    },
    public: true,
    bodyLimit: 1_024,
    answer: providerAddress,
    errors: beginErrors,
  }),
  finishIdentitySignIn: endpoint('POST', '/login/identity/finish', {
    audited: false,
    summary: {
      en: 'Finish a sign-in with the identity provider: a token for the Authorization header, and the account',
      zh: '完成通过身份提供方的登录：返回用于 Authorization 请求头的令牌和账号',
    },
    public: true,
    bodyLimit: 16_384,
    body: providerReturn,
    answer: z.object({ token: z.string(), account }),
    errors: [...returnErrors, 'login.disabled'],
  }),
  endIdentitySessions: endpoint('POST', '/login/identity/logout', {
    audited: false,
    summary: {
      en: 'Back-channel logout: the identity provider ends the sessions of somebody who signed out there',
      zh: '后端通道退出：用户在身份提供方退出登录后，由其结束相应会话',
    },
    public: true,
    form: true,
    bodyLimit: 32_768,
    body: z.object({ logout_token: z.string().min(1).max(16_000) }),
    errors: [...beginErrors, 'identity.provider-refused'],
  }),
  getIdentity: endpoint('GET', '/accounts/me/identity', {
    summary: {
      en: 'The identity that my account is linked to, and whether it has a password to sign in with',
      zh: '我的账号关联的身份，以及是否有可用于登录的密码',
    },
    sessionOnly: true,
    answer: z.object({
      provider: z.string().nullable(),
      identity: identity.nullable(),
      /** False without a password, and where passwords are closed to it. */
      canUsePassword: z.boolean(),
    }),
  }),
  startIdentityLink: endpoint('POST', '/accounts/me/identity/link', {
    audited: false,
    summary: {
      en: 'Begin to link my account to an identity: the address to open in the browser',
      zh: '开始为我的账号关联身份：返回需在浏览器中打开的地址',
    },
    sessionOnly: true,
    answer: providerAddress,
    errors: [...beginErrors, 'identity.linked'],
  }),
  linkIdentity: endpoint('PUT', '/accounts/me/identity', {
    summary: {
      en: 'Link my account to the identity that the provider has just confirmed',
      zh: '将我的账号关联到身份提供方刚确认的身份',
    },
    sessionOnly: true,
    bodyLimit: 16_384,
    body: providerReturn,
    answer: identity,
    errors: [...returnErrors, 'identity.linked', 'identity.of-another'],
  }),
  unlinkIdentity: endpoint('DELETE', '/accounts/me/identity', {
    summary: {
      en: 'Unlink my account from its identity, which then no longer signs it in',
      zh: '解除我的账号与身份的关联，该身份不能再登录此账号',
    },
    sessionOnly: true,
    errors: ['identity.not-linked', 'identity.only-way'],
  }),
} as const
