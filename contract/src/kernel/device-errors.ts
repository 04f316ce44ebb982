/** Rows of the catalogue of errors about devices, what is sent to them and what runs there. */
export const deviceErrors = {
  'device.not-found': { code: 404501, text: { en: 'This device no longer exists', zh: '该设备已不存在' } },
  'device.name-taken': { code: 409501, text: { en: 'A device named {name} already exists', zh: '名为 {name} 的设备已存在' } },
  'device.offline': {
    code: 409502,
    text: { en: '{name} is offline: it is tried again by itself, or with Connect now', zh: '{name} 已离线：系统会自动重试，也可点击“立即连接”' },
  },
  'device.unreachable': {
    code: 502501,
    text: { en: '{host} cannot be reached: {reason}. Check address, port and network', zh: '无法连接 {host}：{reason}。请检查地址、端口和网络' },
  },
  'device.host-key-changed': {
    code: 409503,
    text: {
      en: '{host} shows another host key ({shown}) than the confirmed one ({confirmed}). If the device was installed anew, compare the fingerprint there (ssh-keygen -lf) and confirm it; otherwise somebody may be in between',
      zh: '{host} 的主机密钥（{shown}）与已确认的（{confirmed}）不同。如果设备重装过系统，请在设备上核对指纹（ssh-keygen -lf）后重新确认；否则可能存在中间人',
    },
  },
  'device.authentication-failed': {
    code: 403501,
    text: {
      en: '{host} does not let {username} in: {reason}. Check the user name and the key or password',
      zh: '{host} 拒绝 {username} 登录：{reason}。请检查用户名与密钥或密码',
    },
  },
  'device.key-invalid': { code: 400501, text: { en: 'The private key cannot be read: {reason}', zh: '无法读取私钥：{reason}' } },
  'device.jump-not-found': { code: 404502, text: { en: 'The jump device no longer exists', zh: '跳板设备已不存在' } },
  'device.jump-loop': { code: 400502, text: { en: 'The jump device is reached through this device itself', zh: '跳板设备本身经由该设备连接' } },
  'device.in-use': {
    code: 409504,
    text: { en: '{name} is needed: {reason}', zh: '{name} 正被使用：{reason}' },
  },
  'device.failed': { code: 502502, text: { en: '{name} did not do what it was asked: {reason}', zh: '{name} 未能完成操作：{reason}' } },

  'enrolment.not-found': { code: 404550, text: { en: 'This enrolment no longer exists', zh: '该加入命令已不存在' } },
  'enrolment.invalid': {
    code: 403550,
    text: { en: 'This enrolment has expired or was used already: make a new one under Devices', zh: '该加入命令已过期或已使用，请在设备页面重新生成' },
  },
  'enrolment.disabled': {
    code: 409550,
    text: {
      en: 'Devices cannot open tunnels to this server: set VERMILION_SSH_PORT and start it again',
      zh: '设备无法建立到本服务器的隧道：请设置 VERMILION_SSH_PORT 后重新启动',
    },
  },
  'enrolment.address-unusable': {
    code: 400550,
    text: { en: 'Devices cannot call the address that this server was asked at', zh: '设备无法使用当前访问本服务器的地址' },
  },
} as const
