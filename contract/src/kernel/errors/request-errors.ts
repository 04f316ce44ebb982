import { entry } from './entry.ts'

export const requestErrors = {
  'request.invalid': entry(400, 'The request is not valid: {detail}', '请求无效：{detail}'),
  unauthenticated: entry(401, 'Login information expired, please log in again', '登录信息失效，请重新登录'),
  'endpoint.not-found': entry(404, 'There is no {method} {path}', '不存在 {method} {path}'),
  'request.too-slow': entry(408, 'The request came too slowly', '请求发送超时'),
  'request.too-large': entry(413, 'The request is larger than {limit}', '请求超过 {limit}'),
  'request.address-too-long': entry(414, 'The address is too long', '地址过长'),
  'request.headers-too-large': entry(431, 'The headers are too large', '请求头过大'),
  'stream.too-many': entry(
    42902,
    'This account has {most} streams of this kind open, and may have no more at once: close windows of the console, or programs that listen, and try again',
    '该账号已打开 {most} 个此类连接，达到上限：请关闭多余的页面或监听程序后重试',
  ),
  internal: entry(500, 'Request failed. Request id {requestId}', '请求失败，请求编号 {requestId}'),
  'server.stopping': entry(503, 'The server is stopping, please try again in a moment', '服务正在停止，请稍后重试'),
  'server.standby': entry(
    50301,
    'This server stands by for another one: try again in a moment',
    '本服务器处于备用状态，请稍后重试',
  ),
  'server.outdated': entry(
    50302,
    'This server stands by and cannot take over: a newer version of Vermilion changed the database (its step {step} is unknown here). Start that version here',
    '本服务器处于备用状态且无法接管：数据库已由更新版本的 Vermilion 升级（此处不认识步骤 {step}）。请在此启动该版本',
  ),
  'database.unreachable': entry(
    50303,
    'The database cannot be reached, please try again in a moment',
    '无法连接数据库，请稍后重试',
  ),
} as const

/** Nothing was done, or it is not known whether it was: the same call can be sent again. */
export const awayErrors: readonly string[] = [
  'server.stopping',
  'server.standby',
  'server.outdated',
  'database.unreachable',
]
