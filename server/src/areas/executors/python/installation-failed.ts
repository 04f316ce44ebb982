import { sayInBoth } from '@vermilion/contract/kernel/text'
import type { Text } from '@vermilion/contract/kernel/text'
import { StartRefused } from '../port/start-refused.ts'

/** The environment of a run could not be made. */
export class EnvironmentFailed extends StartRefused {
  readonly lines: readonly string[]

  constructor(text: Text, lines: readonly string[] = []) {
    super(text)
    this.lines = lines
  }
}

const causes: readonly (readonly [RegExp, Text])[] = [
  [
    /DO NOT MATCH THE HASHES|Hash mismatch/,
    {
      en: 'A package of the index is not the one that this version of Vermilion was released with (its hash differs), so nothing was installed. Check the mirror in VERMILION_PYTHON_INDEX',
      zh: '软件包索引提供的包与本版本发布时锁定的包不一致（哈希不同），因此没有安装任何内容。请检查 VERMILION_PYTHON_INDEX 中的镜像',
    },
  ],
  [
    /No space left on device|Errno 28|ENOSPC|os error 28|Disk quota exceeded/,
    {
      en: 'The disk is full: make room or remove environments that are not needed, then run the task again',
      zh: '磁盘已满：请清理空间或删除不需要的环境，然后重新运行任务',
    },
  ],
  [
    /NewConnectionError|Failed to establish|ConnectionError|name resolution|Name or service not known|Connection refused|Connection reset|Max retries exceeded|timed out|dns error|error sending request|Could not connect|tcp connect error|Network is unreachable|CERTIFICATE_VERIFY_FAILED|Request failed after/i,
    {
      en: 'The package index cannot be reached. Check the network, or name a mirror in VERMILION_PYTHON_INDEX, then run the task again',
      zh: '无法连接软件包索引。请检查网络，或在 VERMILION_PYTHON_INDEX 中指定镜像，然后重新运行任务',
    },
  ],
  [
    /No matching distribution found|Could not find a version|no wheels? with a matching|not compatible with the current|no usable wheels|has no binary distribution|was not found in the package registry|no versions? of|No solution found/i,
    {
      en: 'The package index has no wheel of a needed package for this machine ({python}, {platform}). Run the image in a container, or take another Python by VERMILION_PYTHON',
      zh: '软件包索引没有适用于本机（{python}，{platform}）的所需软件包。请在容器中运行该镜像，或用 VERMILION_PYTHON 换用其他 Python',
    },
  ],
]

const otherCause: Text = {
  en: 'The packages could not be installed. The last lines of the installation say more',
  zh: '软件包安装失败，详情见安装过程的最后几行',
}

export function installationFailed(
  lines: readonly string[],
  { version, platform }: { version: string; platform: string },
): EnvironmentFailed {
  const log = lines.join('\n')
  const text = causes.find(([sign]) => sign.test(log))?.[1] ?? otherCause
  return new EnvironmentFailed(sayInBoth(text, { python: `Python ${version}`, platform }), lines)
}
