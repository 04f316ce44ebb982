import { catalogue } from '#lib/i18n.ts'

export const environmentText = catalogue('python-environments', {
  en: {
    cpu: 'the CPU',
    cuda: 'CUDA',
    ready: {
      one: 'Runs in a Python environment that is ready: Python {python}, {count} package for {wheels}, {size}.',
      other: 'Runs in a Python environment that is ready: Python {python}, {count} packages for {wheels}, {size}.',
    },
    missing: {
      one: 'Runs in a Python environment that this task makes first: Python {python}, {count} package for {wheels}. Later tasks share it.',
      other:
        'Runs in a Python environment that this task makes first: Python {python}, {count} packages for {wheels}. Later tasks share it.',
    },
    missingSize: {
      one: 'Runs in a Python environment that this task makes first: Python {python}, {count} package for {wheels}, about {size} to download. Later tasks share it.',
      other:
        'Runs in a Python environment that this task makes first: Python {python}, {count} packages for {wheels}, about {size} to download. Later tasks share it.',
    },
    inProgress: 'Its Python environment is being made: {done} of {total} packages, {size}. This task shares it.',
    unpacking: 'Its Python environment is being made: {total} packages, {size}, are unpacked. This task shares it.',
    impossible: 'No Python environment can be made for this image. A pool with containers runs it without.',
    checkAgain: 'Check again',
  },
  zh: {
    cpu: 'CPU',
    cuda: 'CUDA',
    ready: '在已就绪的 Python 环境中运行：Python {python}，{count} 个适用于 {wheels} 的软件包，{size}。',
    missing:
      '任务开始前会先创建 Python 环境：Python {python}，{count} 个适用于 {wheels} 的软件包。之后的任务共用该环境。',
    missingSize:
      '任务开始前会先创建 Python 环境：Python {python}，{count} 个适用于 {wheels} 的软件包，约需下载 {size}。之后的任务共用该环境。',
    inProgress: '正在创建其 Python 环境：{done} / {total} 个软件包，{size}。该任务将共用此环境。',
    unpacking: '正在创建其 Python 环境：正在解压 {total} 个软件包，{size}。该任务将共用此环境。',
    impossible: '无法为该镜像创建 Python 环境。带容器的资源池无需环境即可运行该镜像。',
    checkAgain: '重新检查',
  },
})
