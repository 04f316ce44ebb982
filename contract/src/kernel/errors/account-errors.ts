import { entry } from './entry.ts'

export const accountErrors = {
  'login.invalid': entry(40301, 'Invalid username or password', '用户名或密码错误'),
  'login.throttled': entry(
    42901,
    'Too many attempts, try again in {seconds} s (it is never more than {longest} s)',
    '尝试次数过多，请在 {seconds} 秒后重试（最长 {longest} 秒）',
  ),
  'login.disabled': entry(
    40305,
    'This account is disabled; ask somebody with an account to enable it',
    '该账号已停用，请联系其他账号启用',
  ),
  'account.not-found': entry(40404, 'This account no longer exists', '该账号已不存在'),
  'account.name-taken': entry(40904, 'There is an account named {username} already', '名为 {username} 的账号已存在'),
  'account.name-invisible': entry(
    40004,
    'The name has what nobody sees ({character}): type it anew, with letters, digits and signs alone',
    '名称包含不可见的字符（{character}），请只用文字、数字和符号重新输入',
  ),
  'account.name-mixed': entry(
    40005,
    'The name mixes letters of scripts that look alike, such as Latin and Cyrillic: write it in one of them',
    '名称混用了外形相近的不同文字（例如拉丁字母和西里尔字母），请只用其中一种',
  ),
  'account.name-alike': entry(
    40908,
    'The name can be taken for that of {username}: choose one that looks different',
    '名称与 {username} 过于相似，容易混淆，请换一个名称',
  ),
  'account.disabled': entry(
    40907,
    'The account {username} is disabled: choose another one, or enable it first',
    '账号 {username} 已停用，请选择其他账号或先启用',
  ),
  'account.own': entry(
    40905,
    'This is your own account: change its password under Account; somebody else may disable it',
    '这是你自己的账号：请在“账号”中修改密码；停用须由他人操作',
  ),
  'account.last': entry(
    40906,
    'This is the last account that can be used; enable or add another one first',
    '这是最后一个可用账号，请先启用或新建另一个账号',
  ),
  'password.wrong': entry(40302, 'The current password is wrong; nothing was changed', '当前密码错误，未做任何更改'),
  'password.unchanged': entry(
    40002,
    'This is the current password already, choose another one',
    '新密码与当前密码相同，请换一个',
  ),
  'session.not-found': entry(40402, 'This session has already ended', '该会话已结束'),
  'access-token.not-allowed': entry(
    40303,
    'An access token cannot be used for this: sign in and do it in the account settings',
    '访问令牌不能用于此操作，请登录后在账号设置中进行',
  ),
  'access-token.read-only': entry(
    40304,
    'This access token may only read, and nothing was changed: use one that may change things, which the account settings make',
    '该访问令牌只能读取，未做任何更改：请使用可进行更改的令牌，可在账号设置中创建',
  ),
  'access-token.not-found': entry(40403, 'This access token has already been revoked', '该访问令牌已被吊销'),
  'access-token.name-taken': entry(
    40902,
    'You have an access token named {name} already',
    '你已有名为 {name} 的访问令牌',
  ),
  'access-token.too-many': entry(
    40903,
    'An account has at most {most} access tokens: revoke one that is not needed',
    '每个账号最多 {most} 个访问令牌，请先吊销不再需要的令牌',
  ),
  'access-token.expiry-past': entry(40003, 'The expiry must lie in the future', '过期时间必须晚于当前时间'),
} as const
