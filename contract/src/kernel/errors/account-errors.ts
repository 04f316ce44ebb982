export const accountErrors = {
  'login.invalid': { code: 40301, text: { en: 'Invalid username or password', zh: '用户名或密码错误' } },
  'login.throttled': {
    code: 42901,
    text: {
      en: 'Too many attempts, try again in {seconds} s (it is never more than {longest} s)',
      zh: '尝试次数过多，请在 {seconds} 秒后重试（最长 {longest} 秒）',
    },
  },
  'login.disabled': {
    code: 40305,
    text: {
      en: 'This account is disabled; ask somebody with an account to enable it',
      zh: '该账号已停用，请联系其他账号启用',
    },
  },
  'account.not-found': { code: 40404, text: { en: 'This account no longer exists', zh: '该账号已不存在' } },
  'account.name-taken': {
    code: 40904,
    text: { en: 'There is an account named {username} already', zh: '名为 {username} 的账号已存在' },
  },
  'account.name-invisible': {
    code: 40004,
    text: {
      en: 'The name has what nobody sees ({character}): type it anew, with letters, digits and signs alone',
      zh: '名称包含不可见的字符（{character}），请只用文字、数字和符号重新输入',
    },
  },
  'account.name-mixed': {
    code: 40005,
    text: {
      en: 'The name mixes letters of scripts that look alike, such as Latin and Cyrillic: write it in one of them',
      zh: '名称混用了外形相近的不同文字（例如拉丁字母和西里尔字母），请只用其中一种',
    },
  },
  'account.name-alike': {
    code: 40908,
    text: {
      en: 'The name can be taken for that of {username}: choose one that looks different',
      zh: '名称与 {username} 过于相似，容易混淆，请换一个名称',
    },
  },
  'account.disabled': {
    code: 40907,
    text: {
      en: 'The account {username} is disabled: choose another one, or enable it first',
      zh: '账号 {username} 已停用，请选择其他账号或先启用',
    },
  },
  'account.own': {
    code: 40905,
    text: {
      en: 'This is your own account: change its password under Account; somebody else may disable it',
      zh: '这是你自己的账号：请在“账号”中修改密码；停用须由他人操作',
    },
  },
  'account.last': {
    code: 40906,
    text: {
      en: 'This is the last account that can be used; enable or add another one first',
      zh: '这是最后一个可用账号，请先启用或新建另一个账号',
    },
  },
  'password.wrong': {
    code: 40302,
    text: { en: 'The current password is wrong; nothing was changed', zh: '当前密码错误，未做任何更改' },
  },
  'password.unchanged': {
    code: 40002,
    text: { en: 'This is the current password already, choose another one', zh: '新密码与当前密码相同，请换一个' },
  },
  'session.not-found': { code: 40402, text: { en: 'This session has already ended', zh: '该会话已结束' } },
  'access-token.not-allowed': {
    code: 40303,
    text: {
      en: 'An access token cannot be used for this: sign in and do it in the account settings',
      zh: '访问令牌不能用于此操作，请登录后在账号设置中进行',
    },
  },
  'access-token.read-only': {
    code: 40304,
    text: {
      en: 'This access token may only read, and nothing was changed: use one that may change things, which the account settings make',
      zh: '该访问令牌只能读取，未做任何更改：请使用可进行更改的令牌，可在账号设置中创建',
    },
  },
  'access-token.not-found': {
    code: 40403,
    text: { en: 'This access token has already been revoked', zh: '该访问令牌已被吊销' },
  },
  'access-token.name-taken': {
    code: 40902,
    text: { en: 'You have an access token named {name} already', zh: '你已有名为 {name} 的访问令牌' },
  },
  'access-token.too-many': {
    code: 40903,
    text: {
      en: 'An account has at most {most} access tokens: revoke one that is not needed',
      zh: '每个账号最多 {most} 个访问令牌，请先吊销不再需要的令牌',
    },
  },
  'access-token.expiry-past': {
    code: 40003,
    text: { en: 'The expiry must lie in the future', zh: '过期时间必须晚于当前时间' },
  },
} as const
