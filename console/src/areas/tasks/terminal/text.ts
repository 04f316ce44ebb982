import { catalogue } from '#lib/i18n.ts'

export const text = catalogue('task-terminal', {
  en: {
    closeWords: 'What runs on it ends, and what it has written is forgotten. The task itself goes on.',
    instance: 'Instance',
    emptyTitle: 'A terminal inside this task',
    emptyWords:
      'A shell in the folder and environment of a running instance. It stays when you leave the page, and can be looked at by several people.',
    waitingTitle: 'The task is still waiting',
    waitingWords: 'A terminal can be opened once it runs.',
    overTitle: 'The task does not run any more',
    overWords: 'A terminal can only be opened in a running instance. What the task wrote is under Log and Result.',
    unsupportedTitle: 'No terminals here',
    unsupportedWords:
      'The resource pool that runs this task has no terminals. Choose another pool for a task that you want to look into.',
  },
  zh: {
    closeWords: '其中运行的命令将结束，输出不再保留。任务本身继续运行。',
    instance: '实例',
    emptyTitle: '任务内的终端',
    emptyWords: '在运行实例的目录与环境中打开 shell。离开页面后仍保留，可供多人同时查看。',
    waitingTitle: '任务仍在等待',
    waitingWords: '任务运行后即可打开终端。',
    overTitle: '任务已不在运行',
    overWords: '只能在运行中的实例内打开终端。任务的输出见“日志”与“训练结果”。',
    unsupportedTitle: '此处不支持终端',
    unsupportedWords: '运行该任务的资源池不支持终端。如需进入任务，请为任务选择其他资源池。',
  },
})
