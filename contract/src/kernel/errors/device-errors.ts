import { entry } from './entry.ts'

export const deviceErrors = {
  'device.not-found': entry(404501, 'This device no longer exists', '该设备已不存在'),
  'device.name-taken': entry(409501, 'A device named {name} already exists', '名为 {name} 的设备已存在'),
  'device.offline': entry(
    409502,
    '{name} is offline: it is tried again by itself, or with Connect now',
    '{name} 已离线：系统会自动重试，也可点击“立即连接”',
  ),
  'device.unreachable': entry(
    502501,
    '{host} cannot be reached: {reason}. Check address, port and network',
    '无法连接 {host}：{reason}。请检查地址、端口和网络',
  ),
  'device.host-key-changed': entry(
    409503,
    '{host} shows another host key ({shown}) than the confirmed one ({confirmed}). If the device was installed anew, compare the fingerprint there (ssh-keygen -lf) and confirm it; otherwise somebody may be in between',
    '{host} 的主机密钥（{shown}）与已确认的（{confirmed}）不同。如果设备重装过系统，请在设备上核对指纹（ssh-keygen -lf）后重新确认；否则可能存在中间人',
  ),
  'device.authentication-failed': entry(
    403501,
    '{host} does not let {username} in: {reason}. Check the user name and the key or password',
    '{host} 拒绝 {username} 登录：{reason}。请检查用户名与密钥或密码',
  ),
  'device.key-invalid': entry(400501, 'The private key cannot be read: {reason}', '无法读取私钥：{reason}'),
  'device.password-needed': entry(
    400503,
    'The address has changed: please enter the password again',
    '地址已更改，请重新输入密码',
  ),
  'device.jump-not-found': entry(404502, 'The jump device no longer exists', '跳板设备已不存在'),
  'device.jump-loop': entry(
    400502,
    'The jump device is reached through this device itself',
    '跳板设备本身经由该设备连接',
  ),
  'device.in-use': entry(409504, '{name} is needed: {reason}', '{name} 正被使用：{reason}'),
  'device.failed': entry(502502, '{name} did not do what it was asked: {reason}', '{name} 未能完成操作：{reason}'),

  'device-command.not-found': entry(404530, 'This command no longer exists', '该命令记录已不存在'),
  'device-command.no-devices': entry(400530, 'No device is selected: nothing was run', '没有选中任何设备，未执行命令'),
  'device-command.too-many-devices': entry(
    400531,
    'A command runs on {most} devices at most: select fewer',
    '一条命令最多在 {most} 个设备上执行，请减少选择',
  ),

  'enrolment.not-found': entry(404550, 'This enrollment no longer exists', '该加入命令已不存在'),
  'enrolment.invalid': entry(
    403550,
    'This enrollment has expired or was used already: make a new one under Devices',
    '该加入命令已过期或已使用，请在设备页面重新生成',
  ),
  'enrolment.disabled': entry(
    409550,
    'Devices cannot open tunnels to this server: set VERMILION_SSH_PORT and start it again',
    '设备无法建立到本服务器的隧道：请设置 VERMILION_SSH_PORT 后重新启动',
  ),
  'enrolment.address-unusable': entry(
    400550,
    'Devices cannot call the address that this server was asked at',
    '设备无法使用当前访问本服务器的地址',
  ),
  'device.no-sftp': entry(
    409540,
    '{name} offers no SFTP: install sftp-server (openssh-sftp-server) there',
    '{name} 不支持 SFTP：请在设备上安装 sftp-server（openssh-sftp-server）',
  ),
  'device.login-prints': entry(
    409549,
    'The login of {name} prints before SFTP begins, which breaks it: let its start files, such as .bashrc, print in interactive shells only. It printed: {printed}',
    '{name} 的登录过程在 SFTP 开始前输出了内容，导致 SFTP 无法使用：请让启动文件（如 .bashrc）只在交互式 shell 中输出。输出内容：{printed}',
  ),
  'device-file.not-found': entry(404540, '{path} is not on the device', '设备上不存在 {path}'),
  'device-file.no-permission': entry(
    403540,
    'The account on the device has no permission for {path}',
    '设备账户没有访问 {path} 的权限',
  ),
  'device-file.read-only': entry(
    409541,
    '{path} lies on a read-only file system of the device',
    '{path} 位于设备的只读文件系统',
  ),
  'device-file.exists': entry(409542, '{path} is there already', '{path} 已存在'),
  'device-file.not-folder': entry(409543, '{path} is no folder', '{path} 不是文件夹'),
  'device-file.is-folder': entry(409544, '{path} is a folder', '{path} 是文件夹'),
  'device-file.not-regular': entry(
    409545,
    '{path} is no regular file, and cannot be read',
    '{path} 不是普通文件，无法读取',
  ),
  'device-file.no-space': entry(
    507540,
    'The device has no room for {path}: free some of its disk and try again',
    '设备空间不足，无法存放 {path}：请清理设备磁盘后重试',
  ),
  'device-file.path-invalid': entry(400540, '{path} cannot be a path: {reason}', '{path} 不能作为路径：{reason}'),
  'device-file.offset-wrong': entry(
    409546,
    'Of {path}, {offset} bytes lie on the device: go on from there',
    '{path} 已上传 {offset} 字节，请从该处继续',
  ),
  'device-file.checksum-differs': entry(
    409547,
    'What arrived of {path} is something else than was sent, and was deleted: send it again',
    '{path} 到达的内容与发送的不同，已删除，请重新上传',
  ),
  'device-file.failed': entry(502540, '{path} could not be used: {reason}', '无法处理 {path}：{reason}'),
  'device-collection.not-found': entry(404541, 'This collection no longer exists', '该采集任务已不存在'),
  'device-collection.running': entry(409548, 'It is collecting already', '正在采集中'),

  'board-inference.model-file-missing': entry(
    400590,
    '{runtime} runs files that were compiled for it: give the path of one on the device',
    '{runtime} 运行为其编译的文件：请填写该文件在设备上的路径',
  ),
  'board-inference.not-comparable': entry(
    409590,
    'There is nothing to compare with yet: both inferences have to come to their end first',
    '暂时无法对比：两次推理都需要先完成',
  ),
} as const
