export const deviceErrors = {
  'device.not-found': { code: 404501, text: { en: 'This device no longer exists', zh: '该设备已不存在' } },
  'device.name-taken': {
    code: 409501,
    text: { en: 'A device named {name} already exists', zh: '名为 {name} 的设备已存在' },
  },
  'device.offline': {
    code: 409502,
    text: {
      en: '{name} is offline: it is tried again by itself, or with Connect now',
      zh: '{name} 已离线：系统会自动重试，也可点击“立即连接”',
    },
  },
  'device.unreachable': {
    code: 502501,
    text: {
      en: '{host} cannot be reached: {reason}. Check address, port and network',
      zh: '无法连接 {host}：{reason}。请检查地址、端口和网络',
    },
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
  'device.key-invalid': {
    code: 400501,
    text: { en: 'The private key cannot be read: {reason}', zh: '无法读取私钥：{reason}' },
  },
  'device.password-needed': {
    code: 400503,
    text: { en: 'The address has changed: please enter the password again', zh: '地址已更改，请重新输入密码' },
  },
  'device.jump-not-found': { code: 404502, text: { en: 'The jump device no longer exists', zh: '跳板设备已不存在' } },
  'device.jump-loop': {
    code: 400502,
    text: { en: 'The jump device is reached through this device itself', zh: '跳板设备本身经由该设备连接' },
  },
  'device.in-use': {
    code: 409504,
    text: { en: '{name} is needed: {reason}', zh: '{name} 正被使用：{reason}' },
  },
  'device.failed': {
    code: 502502,
    text: { en: '{name} did not do what it was asked: {reason}', zh: '{name} 未能完成操作：{reason}' },
  },

  'device-command.not-found': { code: 404530, text: { en: 'This command no longer exists', zh: '该命令记录已不存在' } },
  'device-command.no-devices': {
    code: 400530,
    text: { en: 'No device is selected: nothing was run', zh: '没有选中任何设备，未执行命令' },
  },
  'device-command.too-many-devices': {
    code: 400531,
    text: {
      en: 'A command runs on {most} devices at most: select fewer',
      zh: '一条命令最多在 {most} 个设备上执行，请减少选择',
    },
  },

  'enrolment.not-found': { code: 404550, text: { en: 'This enrollment no longer exists', zh: '该加入命令已不存在' } },
  'enrolment.invalid': {
    code: 403550,
    text: {
      en: 'This enrollment has expired or was used already: make a new one under Devices',
      zh: '该加入命令已过期或已使用，请在设备页面重新生成',
    },
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
    text: {
      en: 'Devices cannot call the address that this server was asked at',
      zh: '设备无法使用当前访问本服务器的地址',
    },
  },
  'device.no-sftp': {
    code: 409540,
    text: {
      en: '{name} offers no SFTP: install sftp-server (openssh-sftp-server) there',
      zh: '{name} 不支持 SFTP：请在设备上安装 sftp-server（openssh-sftp-server）',
    },
  },
  'device.login-prints': {
    code: 409549,
    text: {
      en: 'The login of {name} prints before SFTP begins, which breaks it: let its start files, such as .bashrc, print in interactive shells only. It printed: {printed}',
      zh: '{name} 的登录过程在 SFTP 开始前输出了内容，导致 SFTP 无法使用：请让启动文件（如 .bashrc）只在交互式 shell 中输出。输出内容：{printed}',
    },
  },
  'device-file.not-found': { code: 404540, text: { en: '{path} is not on the device', zh: '设备上不存在 {path}' } },
  'device-file.no-permission': {
    code: 403540,
    text: { en: 'The account on the device has no permission for {path}', zh: '设备账户没有访问 {path} 的权限' },
  },
  'device-file.read-only': {
    code: 409541,
    text: { en: '{path} lies on a read-only file system of the device', zh: '{path} 位于设备的只读文件系统' },
  },
  'device-file.exists': { code: 409542, text: { en: '{path} is there already', zh: '{path} 已存在' } },
  'device-file.not-folder': { code: 409543, text: { en: '{path} is no folder', zh: '{path} 不是文件夹' } },
  'device-file.is-folder': { code: 409544, text: { en: '{path} is a folder', zh: '{path} 是文件夹' } },
  'device-file.not-regular': {
    code: 409545,
    text: { en: '{path} is no regular file, and cannot be read', zh: '{path} 不是普通文件，无法读取' },
  },
  'device-file.no-space': {
    code: 507540,
    text: {
      en: 'The device has no room for {path}: free some of its disk and try again',
      zh: '设备空间不足，无法存放 {path}：请清理设备磁盘后重试',
    },
  },
  'device-file.path-invalid': {
    code: 400540,
    text: { en: '{path} cannot be a path: {reason}', zh: '{path} 不能作为路径：{reason}' },
  },
  'device-file.offset-wrong': {
    code: 409546,
    text: {
      en: 'Of {path}, {offset} bytes lie on the device: go on from there',
      zh: '{path} 已上传 {offset} 字节，请从该处继续',
    },
  },
  'device-file.checksum-differs': {
    code: 409547,
    text: {
      en: 'What arrived of {path} is something else than was sent, and was deleted: send it again',
      zh: '{path} 到达的内容与发送的不同，已删除，请重新上传',
    },
  },
  'device-file.failed': {
    code: 502540,
    text: { en: '{path} could not be used: {reason}', zh: '无法处理 {path}：{reason}' },
  },
  'device-collection.not-found': {
    code: 404541,
    text: { en: 'This collection no longer exists', zh: '该采集任务已不存在' },
  },
  'device-collection.running': { code: 409548, text: { en: 'It is collecting already', zh: '正在采集中' } },

  'board-inference.model-file-missing': {
    code: 400590,
    text: {
      en: '{runtime} runs files that were compiled for it: give the path of one on the device',
      zh: '{runtime} 运行为其编译的文件：请填写该文件在设备上的路径',
    },
  },
  'board-inference.not-comparable': {
    code: 409590,
    text: {
      en: 'There is nothing to compare with yet: both inferences have to come to their end first',
      zh: '暂时无法对比：两次推理都需要先完成',
    },
  },
} as const
