export const requestErrors = {
  'request.invalid': { code: 400, text: { en: 'The request is not valid: {detail}', zh: '请求无效：{detail}' } },
  unauthenticated: {
    code: 401,
    text: { en: 'Login information expired, please log in again', zh: '登录信息失效，请重新登录' },
  },
  'endpoint.not-found': { code: 404, text: { en: 'There is no {method} {path}', zh: '不存在 {method} {path}' } },
  'request.too-slow': { code: 408, text: { en: 'The request came too slowly', zh: '请求发送超时' } },
  'request.too-large': { code: 413, text: { en: 'The request is larger than {limit}', zh: '请求超过 {limit}' } },
  'request.address-too-long': { code: 414, text: { en: 'The address is too long', zh: '地址过长' } },
  'request.headers-too-large': { code: 431, text: { en: 'The headers are too large', zh: '请求头过大' } },
  'stream.too-many': {
    code: 42902,
    text: {
      en: 'This account has {most} streams of this kind open, and may have no more at once: close windows of the console, or programs that listen, and try again',
      zh: '该账号已打开 {most} 个此类连接，达到上限：请关闭多余的页面或监听程序后重试',
    },
  },
  internal: { code: 500, text: { en: 'Request failed. Request id {requestId}', zh: '请求失败，请求编号 {requestId}' } },
  'server.stopping': {
    code: 503,
    text: { en: 'The server is stopping, please try again in a moment', zh: '服务正在停止，请稍后重试' },
  },
} as const
