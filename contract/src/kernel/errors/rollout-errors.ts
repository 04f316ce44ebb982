import { entry } from './entry.ts'

export const rolloutErrors = {
  'artifact.not-found': entry(404560, 'This artifact no longer exists', '该制品已不存在'),
  'artifact.unrecognized': entry(
    400560,
    '{file} is no artifact: it is neither a RAUC bundle, a SWUpdate image, a Debian package nor a script archive (tar.gz with manifest.json and install)',
    '{file} 不是更新制品：既不是 RAUC 包、SWUpdate 镜像、Debian 软件包，也不是脚本包（包含 manifest.json 和 install 的 tar.gz）',
  ),
  'artifact.damaged': entry(400561, '{file} cannot be used: {reason}', '{file} 无法使用：{reason}'),
  'artifact.unsafe': entry(
    400562,
    '{file} holds {entry}: {reason}. Pack it again without',
    '{file} 中包含 {entry}：{reason}。请去除后重新打包',
  ),
  'artifact.incomplete': entry(
    400563,
    '{file} does not say its {field}: give it, or install {tool} on the server, which can read it',
    '无法得知 {file} 的 {field}：请填写，或在服务器上安装可读取它的 {tool}',
  ),
  'artifact.version-taken': entry(
    409560,
    'Version {version} of {name} is there already: raise the version, or delete the other',
    '{name} 的版本 {version} 已存在：请提高版本号或删除已有的',
  ),
  'artifact.in-use': entry(
    409561,
    'The rollout {rollout} needs this artifact: wait until it has ended, or abort it',
    '发布 {rollout} 仍需要此制品：请等待其结束或先终止',
  ),
  'rollout.not-found': entry(404561, 'This rollout no longer exists', '该发布已不存在'),
  'rollout.no-devices': entry(
    400564,
    'No device is selected: choose devices, or a group or tags that devices have',
    '没有选中设备：请选择设备，或选择已有设备的分组或标签',
  ),
  'rollout.wrong-status': entry(
    409562,
    'This cannot be done while the rollout is {status}',
    '发布处于 {status} 状态时无法执行此操作',
  ),
  'rollout.nothing-to-roll-back': entry(
    409563,
    'None of these devices was updated by this rollout',
    '这些设备均未被此次发布更新',
  ),
} as const
