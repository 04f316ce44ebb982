import type { Language, Text } from '@vermilion/contract/kernel/text'
import { say } from '@vermilion/contract/kernel/text'
import type { FailureCause, taskFailure } from '@vermilion/contract/tasks/ends'
import type { z } from 'zod'
import type { Reason } from './reasons.ts'

export interface Failed {
  cause: FailureCause
  values: Record<string, string | number | Text>
  lastLines: string[]
}

const causes = {
  'out-of-memory': {
    en: 'It ran out of memory: give it more, or take smaller batches',
    zh: '内存不足：请增加内存限制或减小批大小',
  },
  'accelerator-memory': {
    en: 'The accelerator ran out of memory: take smaller batches or images',
    zh: '加速卡显存不足：请减小批大小或图像尺寸',
  },
  killed: {
    en: 'It was ended by force (SIGKILL), which most often means that the machine ran out of memory',
    zh: '进程被强制终止（SIGKILL），通常是机器内存不足所致',
  },
  'time-limit': { en: 'It reached its time limit of {seconds} s', zh: '已达到 {seconds} 秒的时间限制' },
  lost: {
    en: 'Its supervisor was killed or the machine was restarted; nothing says that the program itself is wrong',
    zh: '监护进程被终止或机器已重启；并不表示程序本身有误',
  },
  'missing-file': { en: 'A file or folder is missing: {detail}', zh: '缺少文件或文件夹：{detail}' },
  'missing-module': { en: 'A module that the program needs is missing: {detail}', zh: '缺少程序所需的模块：{detail}' },
  'missing-program': { en: 'The program of the command was not found', zh: '未找到命令中的程序' },
  'not-permitted': { en: 'Something is not permitted to it: {detail}', zh: '权限不足：{detail}' },
  'output-limit': {
    en: 'It wrote more than a task may: let it keep fewer checkpoints, or raise VERMILION_TASK_OUTPUT_GIB',
    zh: '写入量超过单个任务的上限：请减少保存的检查点，或调高 VERMILION_TASK_OUTPUT_GIB',
  },
  'disk-full': { en: 'No room is left on the disk', zh: '磁盘空间不足' },
  accelerator: { en: 'The accelerator cannot be used: {detail}', zh: '加速卡不可用：{detail}' },
  environment: { en: 'Its Python environment could not be prepared: {detail}', zh: 'Python 环境准备失败：{detail}' },
  start: { en: 'It could not be started: {detail}', zh: '无法启动：{detail}' },
  image: { en: 'The image cannot be used: {detail}', zh: '镜像不可用：{detail}' },
  'registry-unknown': {
    en: 'The registry of the image was not found: check the address of the image ({detail})',
    zh: '未找到镜像仓库：请检查镜像地址（{detail}）',
  },
  'registry-away': {
    en: 'The registry of the image could not be reached: check the network, then run it again ({detail})',
    zh: '无法连接镜像仓库：请检查网络后重新运行（{detail}）',
  },
  data: { en: 'Its data could not be put into place', zh: '数据无法就位' },
  crash: { en: 'The program crashed ({signal})', zh: '程序崩溃（{signal}）' },
  usage: { en: 'The program did not understand its arguments', zh: '程序无法识别其参数' },
  'exit-code': {
    en: 'The program ended with exit code {code}; its last lines say more',
    zh: '程序以退出码 {code} 结束；详情见最后几行日志',
  },
} as const satisfies Record<FailureCause, Text>

const startSigns: readonly (readonly [FailureCause, RegExp])[] = [
  ['accelerator', /\baccelerator/],
  ['image', /\bimage\b/],
]

/** The first matching pattern of the last matching log line wins. Lines may be long, so patterns must run in linear time. */
const signs: readonly (readonly [FailureCause, RegExp])[] = [
  [
    'accelerator-memory',
    /^(?=.*out of memory)(?=.*(?:CUDA|HIP|NPU|MPS|XPU))|OutOfMemoryError: (?:CUDA|HIP)|CUBLAS_STATUS_ALLOC_FAILED/i,
  ],
  [
    'out-of-memory',
    /\bMemoryError\b|heap out of memory|std::bad_alloc|Cannot allocate memory|OutOfMemoryError|\bENOMEM\b/,
  ],
  ['disk-full', /No space left on device|\bENOSPC\b|Disk quota exceeded|\bEDQUOT\b/],
  [
    'missing-module',
    /ModuleNotFoundError: (.*)|ImportError: (.*)|Cannot find (?:module|package) (.*)|ERR_MODULE_NOT_FOUND/,
  ],
  [
    'accelerator',
    /((?:CUDA error|no CUDA-capable device|Found no NVIDIA driver|CUDA driver version is insufficient|No CUDA GPUs are available).*)/,
  ],
  ['missing-file', /FileNotFoundError: (.*)|\bENOENT: (.*)|((?:(?<!\S)\S+: )?No such file or directory.*)/],
  ['not-permitted', /PermissionError: (.*)|\b(?:EACCES|EPERM): (.*)|((?:(?<!\S)\S+: )?Permission denied.*)/],
  ['usage', /unrecognized arguments|^usage: .*|unknown option|invalid option|the following arguments are required/im],
]

const maxLines = 10
const lineLength = 300
const detailLength = 200

interface CauseMatch {
  why: Reason
  exit: { code: number; signal: string | null; outOfMemory?: boolean | null } | null
  log: string
  timeLimitSeconds: number | null
}

/** Certain knowledge first, then the log, then the exit code. */
export function failureOf({ why, exit, log, timeLimitSeconds }: CauseMatch): Failed {
  const lines = plainLines(log)
  const lastLines = lines.slice(-maxLines).map((line) => cut(line, lineLength))
  const is = (cause: FailureCause, values: Failed['values'] = {}): Failed => ({ cause, values, lastLines })
  if (why.name === 'time-limit') return is('time-limit', { seconds: timeLimitSeconds ?? 0 })
  if (why.name === 'output-limit') return is('output-limit')
  if (why.name === 'disk-reserve') return is('disk-full')
  if (why.name === 'lost') return is('lost')
  if (why.name === 'data-failed') return is('data')
  if (why.name === 'registry-unknown' || why.name === 'registry-away') {
    return is(why.name, { detail: cut(String(why.values['detail'] ?? ''), detailLength) })
  }
  if (why.name === 'environment-failed') {
    const installation = plainLines(String(why.values['lines'] ?? '')).slice(-maxLines)
    return { cause: 'environment', values: { detail: why.values['detail'] ?? '' }, lastLines: installation }
  }
  if (why.name === 'start-failed') {
    const detail = String(why.values['detail'] ?? '')
    if (/no program|not found in/.test(detail)) return is('missing-program')
    const cause = startSigns.find(([, sign]) => sign.test(detail))?.[0] ?? 'start'
    return is(cause, { detail: cut(detail, detailLength) })
  }
  if (exit?.outOfMemory === true) return is('out-of-memory')
  for (const [cause, sign] of signs) {
    const match = lines.map((line) => sign.exec(line)).findLast((groups) => groups !== null)
    if (match) return is(cause, { detail: cut(match.slice(1).find(Boolean) ?? match[0], detailLength) })
  }
  if (exit?.code === 127) return is('missing-program')
  if (exit?.signal === 'SIGKILL') return is('killed')
  if (exit?.signal) return is('crash', { signal: exit.signal })
  return is('exit-code', { code: exit?.code ?? -1 })
}

export function sayFailure({ cause, values, lastLines }: Failed, language: Language): z.output<typeof taskFailure> {
  return { cause, likelyCause: say(causes[cause], language, values), lastLines }
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)

// oxlint-disable-next-line no-control-regex
const escapes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g

function plainLines(log: string): string[] {
  return log
    .replaceAll(escapes, '')
    .split('\n')
    .map((line) =>
      line
        .slice(line.trimEnd().lastIndexOf('\r') + 1)
        .replaceAll(/[\p{Cc}]/gu, ' ')
        .trimEnd(),
    )
    .filter((line) => line !== '')
}
