import { entry } from './entry.ts'

export const identityErrors = {
  'login.passwords-closed': entry(
    40306,
    'Passwords do not sign in here: use the button of {provider}',
    '此处不能使用密码登录，请使用 {provider} 登录',
  ),
  'identity.no-provider': entry(
    40405,
    'No identity provider is set up on this server; VERMILION_OIDC_ISSUER names one',
    '此服务器未配置身份提供方，请通过 VERMILION_OIDC_ISSUER 指定',
  ),
  'identity.provider-away': entry(
    50304,
    '{provider} cannot be reached or does not answer as an identity provider; try again, or ask whoever runs this server',
    '无法连接 {provider}，或其响应不符合身份提供方规范。请稍后重试或联系服务器管理员',
  ),
  'identity.provider-refused': entry(
    40307,
    '{provider} did not confirm who you are: {detail}',
    '{provider} 未能确认你的身份：{detail}',
  ),
  'identity.clock-wrong': entry(
    40308,
    'The clocks of this server and of {provider} differ too much; whoever runs this server has to set them right',
    '此服务器与 {provider} 的时钟相差过大，请联系服务器管理员校准时间',
  ),
  'identity.expired': entry(
    40309,
    'This sign-in has expired or was begun in another window: start it again',
    '本次登录已过期，或是在其他窗口中发起的，请重新开始',
  ),
  'identity.not-admitted': entry(
    40310,
    'Your account at {provider} may not sign in here: it is in none of the groups or domains that are let in',
    '你在 {provider} 的账号不能登录此处：不在允许的用户组或邮箱域名之列',
  ),
  'identity.linked': entry(
    40909,
    'Your account is linked to an identity already: unlink that one first',
    '你的账号已关联身份，请先解除关联',
  ),
  'identity.of-another': entry(
    40910,
    'This identity signs in another account: sign in with it and unlink it there first',
    '该身份已关联其他账号，请先用它登录并解除关联',
  ),
  'identity.not-linked': entry(40406, 'Your account is linked to no identity', '你的账号未关联身份'),
  'identity.only-way': entry(
    40901,
    'This identity is the only way into your account: a password has to sign it in first',
    '该身份是登录此账号的唯一方式：须先有可登录的密码',
  ),
} as const
