import { catalogue } from '#lib/i18n.ts'

export const terminalText = catalogue('device-terminal', {
  en: {
    closeWords: 'What runs on it ends, and what it has written is forgotten.',
    emptyTitle: 'A terminal on this device',
    emptyWords:
      'A shell as the account that Vermilion signs in with. It keeps running when you leave, also over a cut connection; several people can watch it.',
    offlineTitle: 'The device is offline',
    offlineWords: 'A terminal can be opened once it is connected. It is tried again by itself.',
    endsWithConnection: 'Ends with the connection: the device has no Python 3 that could hold it.',
  },
  zh: {
    closeWords: '其中运行的命令将结束，输出不再保留。',
    emptyTitle: '设备上的终端',
    emptyWords: '以 Vermilion 登录设备所用的账户打开 shell。离开页面或连接中断后仍继续运行，可供多人同时查看。',
    offlineTitle: '设备离线',
    offlineWords: '设备连接后即可打开终端，系统会自动重试。',
    endsWithConnection: '将随连接中断而结束：设备上没有可用于保持终端的 Python 3。',
  },
})
