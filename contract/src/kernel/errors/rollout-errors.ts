export const rolloutErrors = {
  'artifact.not-found': { code: 404560, text: { en: 'This artifact no longer exists', zh: '该制品已不存在' } },
  'artifact.unrecognized': {
    code: 400560,
    text: {
      en: '{file} is no artifact: it is neither a RAUC bundle, a SWUpdate image, a Debian package nor a script archive (tar.gz with manifest.json and install)',
      zh: '{file} 不是更新制品：既不是 RAUC 包、SWUpdate 镜像、Debian 软件包，也不是脚本包（包含 manifest.json 和 install 的 tar.gz）',
    },
  },
  'artifact.damaged': {
    code: 400561,
    text: { en: '{file} cannot be used: {reason}', zh: '{file} 无法使用：{reason}' },
  },
  'artifact.unsafe': {
    code: 400562,
    text: {
      en: '{file} holds {entry}: {reason}. Pack it again without',
      zh: '{file} 中包含 {entry}：{reason}。请去除后重新打包',
    },
  },
  'artifact.incomplete': {
    code: 400563,
    text: {
      en: '{file} does not say its {field}: give it, or install {tool} on the server, which can read it',
      zh: '无法得知 {file} 的 {field}：请填写，或在服务器上安装可读取它的 {tool}',
    },
  },
  'artifact.version-taken': {
    code: 409560,
    text: {
      en: 'Version {version} of {name} is there already: raise the version, or delete the other',
      zh: '{name} 的版本 {version} 已存在：请提高版本号或删除已有的',
    },
  },
  'artifact.in-use': {
    code: 409561,
    text: {
      en: 'The rollout {rollout} needs this artifact: wait until it has ended, or abort it',
      zh: '发布 {rollout} 仍需要此制品：请等待其结束或先终止',
    },
  },
  'rollout.not-found': { code: 404561, text: { en: 'This rollout no longer exists', zh: '该发布已不存在' } },
  'rollout.no-devices': {
    code: 400564,
    text: {
      en: 'No device is selected: choose devices, or a group or tags that devices have',
      zh: '没有选中设备：请选择设备，或选择已有设备的分组或标签',
    },
  },
  'rollout.wrong-status': {
    code: 409562,
    text: { en: 'This cannot be done while the rollout is {status}', zh: '发布处于 {status} 状态时无法执行此操作' },
  },
  'rollout.nothing-to-roll-back': {
    code: 409563,
    text: { en: 'None of these devices was updated by this rollout', zh: '这些设备均未被此次发布更新' },
  },
} as const
