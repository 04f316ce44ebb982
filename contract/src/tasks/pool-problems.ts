import type { Text } from '../kernel/text.ts'

/** Reasons a pool is unusable, with advice. Names are permanent, because scripts match them. */
export const poolProblems = {
  'connection-refused': {
    en: 'Nothing listens at its address. Start the engine, or correct the address.',
    zh: '其地址没有服务在监听。请启动容器引擎，或更正地址。',
  },
  'socket-missing': {
    en: 'There is no socket at its address. Start the engine, or correct the path.',
    zh: '其地址的套接字不存在。请启动容器引擎，或更正路径。',
  },
  'host-unknown': {
    en: 'This server finds no host of that name. Check the address for a typing error.',
    zh: '本服务器找不到该主机。请检查地址是否有误。',
  },
  'host-unreachable': {
    en: 'This server cannot reach the host. Check the network and the firewalls between the two.',
    zh: '本服务器无法连接该主机。请检查两者之间的网络和防火墙。',
  },
  timeout: {
    en: 'It does not answer in time. Check whether the machine and its engine are well.',
    zh: '未能及时响应。请检查该机器及其容器引擎是否正常。',
  },
  'not-permitted': {
    en: 'This server is not permitted to use it. Add the account that runs the server to the group of the socket, and start the server again.',
    zh: '本服务器无权使用它。请把运行服务器的系统账号加入该套接字的用户组，并重启服务器。',
  },
  'disk-full': {
    en: 'No room is left on the disk that tasks write to. Make room there, then try again.',
    zh: '任务写入的磁盘空间已满。请清理后重试。',
  },
  'device-away': {
    en: 'It is offline. Once it is back this goes on by itself.',
    zh: '设备已离线，恢复连接后会自动继续。',
  },
  other: { en: 'It cannot be used: {detail}', zh: '无法使用：{detail}' },
} as const satisfies Record<string, Text>
export type PoolProblemCause = keyof typeof poolProblems
export const poolProblemCauses = Object.keys(poolProblems) as [PoolProblemCause, ...PoolProblemCause[]]
