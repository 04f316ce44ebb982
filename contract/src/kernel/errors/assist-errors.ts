export const assistErrors = {
  'assist-model.not-found': {
    code: 404710,
    text: { en: 'There is no such assist model', zh: '没有该辅助模型' },
  },
  'assist-model.no-depth': {
    code: 409713,
    text: {
      en: 'No depth model is on this server: fetch one under Settings → Assist models',
      zh: '本服务器上没有深度模型，请在“设置 → 辅助模型”中下载',
    },
  },
  'assist-model.under-way': {
    code: 409710,
    text: {
      en: 'The model is being fetched: wait until that has ended, or pause it',
      zh: '该模型正在下载，请等待完成或先暂停',
    },
  },
  'assist-model.ready': {
    code: 409711,
    text: {
      en: 'The model is on this server already: remove it first to fetch it again',
      zh: '该模型已在本服务器上，如需重新下载请先移除',
    },
  },
  'assist-model.not-fetching': {
    code: 409712,
    text: { en: 'The model is not being fetched', zh: '该模型未在下载' },
  },
  'assist-model.nothing-there': {
    code: 404711,
    text: {
      en: 'There is neither an archive (.zip, .tar, .tar.gz) nor a folder with files at {path}',
      zh: '{path} 处没有压缩包（.zip、.tar、.tar.gz），也没有含文件的文件夹',
    },
  },
  'assist-model.file-missing': {
    code: 400710,
    text: {
      en: 'The file {file} of the model is missing: it must have this name, in whatever folder',
      zh: '缺少模型文件 {file}：文件名必须一致，所在文件夹不限',
    },
  },
  'assist-model.damaged': {
    code: 400711,
    text: {
      en: 'The file {file} is not what it should be ({reason}): get it again from where it comes',
      zh: '文件 {file} 不正确（{reason}），请重新获取',
    },
  },
  'assist-model.too-large': {
    code: 413710,
    text: {
      en: 'The file {file} is larger than {limit}, and no model here is that large: nothing was taken',
      zh: '文件 {file} 超过 {limit}，此处没有这么大的模型，未取用任何内容',
    },
  },
  'assist-model.no-room': {
    code: 507710,
    text: {
      en: 'The disk has too little room for the model: it needs {needed} MiB more',
      zh: '磁盘空间不足以存放该模型，还需 {needed} MiB',
    },
  },
  'assist-model.unusable': {
    code: 400712,
    text: { en: 'The model cannot be run: {reason}', zh: '无法运行该模型：{reason}' },
  },
  'assist-model.refused': {
    code: 502710,
    text: {
      en: '{place} does not give {file} ({status}): check the address of the hub',
      zh: '{place} 未提供 {file}（{status}），请检查模型站地址',
    },
  },
  'assist-model.unreachable': {
    code: 502711,
    text: {
      en: 'The hub could not be reached: {reason} What is here is kept. Go on later, set a mirror address, or bring the files by hand.',
      zh: '无法访问模型站：{reason} 已下载的部分会保留。可稍后继续、设置镜像地址，或手动导入文件。',
    },
  },
} as const
