import { catalogue } from '#lib/i18n.ts'

export const guideText = catalogue('device-import-guide', {
  en: {
    csv: 'The first line names the columns, in any order',
    openssh: 'Of each Host in a file such as ~/.ssh/config',
    needed: 'needed',
    name: 'What the device is called here',
    host: 'Host name or IP address',
    port: 'SSH port; 22 where it is left out',
    user: 'The account that signs in',
    kind: 'board or cloud',
    group: 'Where it stands, or what it is for',
    tags: 'Several are separated by semicolons',
    jump: 'The device that it is reached through, by its name',
    notes: 'Anything else',
  },
  zh: {
    csv: '首行为列名，顺序不限',
    openssh: '读取 ~/.ssh/config 等文件中每个 Host 的以下内容',
    needed: '必填',
    name: '设备名称',
    host: '主机名或 IP 地址',
    port: 'SSH 端口，默认 22',
    user: '登录用户',
    kind: 'board（开发板）或 cloud（云主机）',
    group: '分组，例如位置或用途',
    tags: '多个标签以分号分隔',
    jump: '跳板设备的名称',
    notes: '备注',
  },
})
