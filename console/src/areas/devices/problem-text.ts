import { catalogue } from '#lib/i18n.ts'

export const problemText = catalogue('device-problems', {
  en: {
    'host-key-unconfirmed': 'Its host key is not confirmed yet',
    'host-key-unconfirmed-do':
      'Nothing is sent to a device before somebody has made sure that it is the right one. Compare its fingerprint with that on the device, and confirm it.',
    'host-key-changed': 'It shows another host key',
    'host-key-changed-do':
      'If the device was installed anew, compare the new fingerprint with that on the device and confirm it. If not, somebody may be in between: do not confirm, and look at the network first.',
    'authentication-failed': 'The sign-in is refused',
    'authentication-failed-do':
      'Check the user name and the key or password. With the key of this server, its line must stand in ~/.ssh/authorized_keys on the device.',
    'name-unresolved': 'The host name is not known',
    'name-unresolved-do': 'Check the spelling, or give the IP address instead of the name.',
    unreachable: 'It cannot be reached',
    'unreachable-do': 'Check that it is switched on and in the same network, and that its address is still the same.',
    refused: 'The connection is refused',
    'refused-do':
      'The device is there, and nothing listens at this port. Check the port, and that its SSH server runs.',
    'timed-out': 'It does not answer',
    'timed-out-do':
      'Check that it is switched on, its address, that no firewall lies in between, and that it has not run out of memory or processes.',
    'jump-device-offline': 'Its jump device is offline',
    'jump-device-offline-do': 'It is reached through another device. It comes back when that one does.',
    'tunnel-closed': 'Its tunnel is closed',
    'tunnel-closed-do':
      'The device opens the tunnel by itself. Check that it is switched on and reaches this server over the network.',
    'connection-lost': 'The connection was lost',
    'connection-lost-do': 'It is tried again by itself. If it stays away, check its power and its network.',
    'login-blocked': 'Its login runs no commands',
    'login-blocked-do':
      'A start file of the account’s shell, such as .bashrc, ends the shell, replaces it (exec) or waits. Let it do so in interactive shells only. Below is what it said.',
    unsuitable: 'It answers, and cannot be used',
    'unsuitable-do': 'It needs an SSH server that runs commands in a POSIX shell. Below is what it said.',
  },
  zh: {
    'host-key-unconfirmed': '尚未确认主机密钥',
    'host-key-unconfirmed-do': '在确认设备身份之前，不会向其发送任何内容。请与设备上的指纹核对后确认。',
    'host-key-changed': '主机密钥已更改',
    'host-key-changed-do':
      '如果设备重装过系统，请与设备上的新指纹核对后确认；否则可能存在中间人，请不要确认，并先检查网络。',
    'authentication-failed': '登录被拒绝',
    'authentication-failed-do':
      '请检查用户名以及密钥或密码。使用本服务器密钥时，公钥须写入设备的 ~/.ssh/authorized_keys。',
    'name-unresolved': '无法解析主机名',
    'name-unresolved-do': '请检查拼写，或改用 IP 地址。',
    unreachable: '无法到达设备',
    'unreachable-do': '请检查设备是否开机、是否在同一网络，以及地址是否仍然正确。',
    refused: '连接被拒绝',
    'refused-do': '设备在线，但该端口没有服务。请检查端口，以及 SSH 服务是否在运行。',
    'timed-out': '设备没有响应',
    'timed-out-do': '请检查设备是否开机、地址是否正确、中间是否有防火墙，以及内存或进程数是否已耗尽。',
    'jump-device-offline': '跳板设备离线',
    'jump-device-offline-do': '该设备经由另一台设备连接，跳板恢复后会自动恢复。',
    'tunnel-closed': '隧道已关闭',
    'tunnel-closed-do': '隧道由设备主动建立。请检查设备是否开机，以及能否访问本服务器。',
    'connection-lost': '连接已断开',
    'connection-lost-do': '系统会自动重试。如果一直未恢复，请检查设备的电源和网络。',
    'login-blocked': '登录后无法执行命令',
    'login-blocked-do':
      '该账户 shell 的启动文件（如 .bashrc）退出、替换（exec）了 shell，或在等待输入。请让它只在交互式 shell 中这样做。下面是设备返回的内容。',
    unsuitable: '设备有响应，但无法使用',
    'unsuitable-do': '设备需要可在 POSIX shell 中执行命令的 SSH 服务。下面是设备返回的内容。',
  },
})
