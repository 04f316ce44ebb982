import type { Text } from '@vermilion/contract/kernel/text'
import { say } from '@vermilion/contract/kernel/text'
import type { Language } from '@vermilion/contract/kernel/text'

/** Reasons for a task's state. Rows store name and values; the text is made in the reader's language. */
export const reasons = {
  none: { en: '', zh: '' },
  waiting: { en: 'Waiting for a place in the pool {pool}', zh: '正在等待资源池 {pool} 的空位' },
  'pool-away': {
    en: 'Waiting for the resource pool {pool}. {problem}',
    zh: '正在等待资源池 {pool}。{problem}',
  },
  'handed-over': { en: 'Handed over to the queue of the cluster', zh: '已提交到集群队列' },
  'waiting-there': { en: 'Waiting in the queue of the cluster: {detail}', zh: '正在集群队列中等待：{detail}' },
  'starting-there': { en: 'Starting in the cluster: {detail}', zh: '正在集群中启动：{detail}' },
  'fetching-there': {
    en: 'The cluster fetches its data from this server ({detail}). If no more comes, check that pods reach it at the address in the settings of the pool',
    zh: '集群正在从本服务器获取数据（{detail}）。若长时间无进展，请检查 Pod 能否通过资源池设置中的地址访问本服务器',
  },
  'device-away': { en: 'Waiting for the device {pool}: {problem}', zh: '正在等待设备 {pool}：{problem}' },
  'run-away': {
    en: 'The device is offline. What runs there goes on, and its results follow once it is back',
    zh: '设备已离线。其上的运行会继续，恢复连接后将取回结果',
  },
  'pool-too-small': {
    en: 'It cannot start: the resource pool {pool} does not have as much {resource} as it asks for ({asked} of {there}). Move it to another pool, or enlarge this one',
    zh: '无法启动：资源池 {pool} 的{resource}不足（需要 {asked}，共有 {there}）。请换用其他资源池，或扩大该资源池',
  },
  'engine-away': {
    en: 'The cluster does not answer since {since}. What runs there goes on, and its state follows once it is back',
    zh: '集群自 {since} 起没有响应。其中的运行会继续，恢复连接后将更新状态',
  },
  preparing: { en: 'Preparing the data', zh: '正在准备数据' },
  fetching: { en: 'Fetching the image: {done} of {total}', zh: '正在拉取镜像：{done} / {total}' },
  'making-environment': {
    en: 'Preparing the Python environment: {done} of {total} packages, {size}',
    zh: '正在准备 Python 环境：{done} / {total} 个软件包，{size}',
  },
  'installing-environment': {
    en: 'Preparing the Python environment: {total} packages, {size}, are unpacked',
    zh: '正在准备 Python 环境：正在解压 {total} 个软件包，{size}',
  },
  'start-delayed': {
    en: 'The command cannot be started yet and is tried again: {detail}',
    zh: '命令暂时无法启动，正在重试：{detail}',
  },
  stopping: { en: 'Asked to end by {account}', zh: '{account} 已请求停止' },
  stopped: { en: 'Stopped by {account}', zh: '由 {account} 停止' },
  'stopping-early': { en: 'Asked to end by the sweep {sweep}', zh: '参数搜索 {sweep} 已请求停止' },
  'stopped-early': { en: 'Stopped by the sweep {sweep}', zh: '由参数搜索 {sweep} 停止' },
  'exit-code': { en: 'The command ended with exit code {code}', zh: '命令以退出码 {code} 结束' },
  signal: { en: 'The command ended with exit code {code} ({signal})', zh: '命令以退出码 {code} 结束（{signal}）' },
  'first-failed': {
    en: '{instance}{where} failed first, so all instances were ended: {what}',
    zh: '{instance}{where}最先失败，所有实例随之结束：{what}',
  },
  'ended-early': {
    en: 'Ended early after epoch {done} of {total}: no improvement since epoch {kept}',
    zh: '在第 {done} 轮（共 {total} 轮）提前结束：自第 {kept} 轮起没有提升',
  },
  'output-limit': {
    en: 'It wrote more than the {limit} that a task may have on the disk',
    zh: '写入的数据超过了单个任务可占用的 {limit} 磁盘空间',
  },
  'disk-reserve': {
    en: 'It had written {written} and went on while the disk was nearly full',
    zh: '已写入 {written}，且在磁盘将满时仍继续写入',
  },
  lost: {
    en: 'The command was lost (its supervisor was killed or the machine restarted), so its outcome is unknown',
    zh: '命令已丢失（其监护进程被终止或机器已重启），结果未知',
  },
  evicted: { en: 'The node evicted it: {detail}', zh: '已被节点驱逐：{detail}' },
  preempted: { en: 'A task of higher priority took its place: {detail}', zh: '已被更高优先级的任务抢占：{detail}' },
  'node-lost': { en: 'The node that ran it was lost: {detail}', zh: '运行它的节点已失联：{detail}' },
  'image-unavailable': { en: 'The image cannot be fetched: {detail}', zh: '无法拉取镜像：{detail}' },
  restarted: {
    en: 'The command was lost and goes on from its last checkpoint',
    zh: '命令曾丢失，已从最近的检查点继续运行',
  },
  retried: { en: 'Attempt {attempt} of the command', zh: '第 {attempt} 次运行' },
  retrying: {
    en: 'Attempt {attempt} failed; the next begins at {at}',
    zh: '第 {attempt} 次运行失败；下一次将于 {at} 开始',
  },
  'files-waiting': {
    en: 'The command has ended. Its end is told once its files are in the file storage: {problem}',
    zh: '命令已结束。待其文件存入文件存储后即会显示结束状态：{problem}',
  },
  'time-limit': {
    en: 'It reached its time limit of {seconds} s and was ended',
    zh: '已达到 {seconds} 秒的时间限制并被结束',
  },
  'data-failed': { en: 'The data could not be prepared: {detail}', zh: '数据准备失败：{detail}' },
  'registry-unknown': {
    en: 'The registry of the image was not found, so check the address of the image: {detail}',
    zh: '未找到镜像仓库，请检查镜像地址：{detail}',
  },
  'registry-away': {
    en: 'The registry of the image could not be reached for {minutes} min: {detail}',
    zh: '镜像仓库已有 {minutes} 分钟无法连接：{detail}',
  },
  'environment-failed': {
    en: 'The Python environment could not be prepared: {detail}',
    zh: 'Python 环境准备失败：{detail}',
  },
  'start-failed': { en: 'The command could not be started: {detail}', zh: '命令启动失败：{detail}' },
} as const satisfies Record<string, Text>

export interface Reason {
  name: keyof typeof reasons
  values: Record<string, string | number | Text>
}

const endings: ReadonlySet<Reason['name']> = new Set(['output-limit', 'disk-reserve', 'image-unavailable'])

/** True when a limit is used up or the image never comes, which a restart of the server does not change. */
export const isUsedUp = ({ name }: Reason): boolean => endings.has(name)

export const reason = (name: Reason['name'], values: Reason['values'] = {}): Reason => ({ name, values })

/** A sweep that stops a task stands in place of an account, whose name never has a line break. */
const sweepMark = 'sweep\n'
export const sweepAccount = (sweep: string): string => `${sweepMark}${sweep}`

export function stopReason(step: 'stopping' | 'stopped', account: string): Reason {
  if (!account.startsWith(sweepMark)) return reason(step, { account })
  return reason(`${step}-early`, { sweep: account.slice(sweepMark.length) })
}

export const sayReason = ({ name, values }: Reason, language: Language): string => say(reasons[name], language, values)

export const textOf = (why: Reason): Text => ({ en: sayReason(why, 'en-US'), zh: sayReason(why, 'zh-CN') })
