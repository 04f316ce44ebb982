import { entry } from './entry.ts'

export const assistErrors = {
  'assist-model.not-found': entry(404710, 'There is no such assist model', '没有该辅助模型'),
  'assist-model.no-depth': entry(
    409713,
    'No depth model is on this server: fetch one under Settings → Assist models',
    '本服务器上没有深度模型，请在“设置 → 辅助模型”中下载',
  ),
  'assist-model.under-way': entry(
    409710,
    'The model is being fetched: wait until that has ended, or pause it',
    '该模型正在下载，请等待完成或先暂停',
  ),
  'assist-model.ready': entry(
    409711,
    'The model is on this server already: remove it first to fetch it again',
    '该模型已在本服务器上，如需重新下载请先移除',
  ),
  'assist-model.not-fetching': entry(409712, 'The model is not being fetched', '该模型未在下载'),
  'assist-model.nothing-there': entry(
    404711,
    'There is neither an archive (.zip, .tar, .tar.gz) nor a folder with files at {path}',
    '{path} 处没有压缩包（.zip、.tar、.tar.gz），也没有含文件的文件夹',
  ),
  'assist-model.file-missing': entry(
    400710,
    'The file {file} of the model is missing: it must have this name, in whatever folder',
    '缺少模型文件 {file}：文件名必须一致，所在文件夹不限',
  ),
  'assist-model.damaged': entry(
    400711,
    'The file {file} is not what it should be ({reason}): get it again from where it comes',
    '文件 {file} 不正确（{reason}），请重新获取',
  ),
  'assist-model.too-large': entry(
    413710,
    'The file {file} is larger than {limit}, and no model here is that large: nothing was taken',
    '文件 {file} 超过 {limit}，此处没有这么大的模型，未取用任何内容',
  ),
  'assist-model.no-room': entry(
    507710,
    'The disk has too little room for the model: it needs {needed} MiB more',
    '磁盘空间不足以存放该模型，还需 {needed} MiB',
  ),
  'assist-model.unusable': entry(400712, 'The model cannot be run: {reason}', '无法运行该模型：{reason}'),
  'assist-model.refused': entry(
    502710,
    '{place} does not give {file} ({status}): check the address of the hub',
    '{place} 未提供 {file}（{status}），请检查模型站地址',
  ),
  'assist-model.unreachable': entry(
    502711,
    'The hub could not be reached: {reason} What is here is kept. Go on later, set a mirror address, or bring the files by hand.',
    '无法访问模型站：{reason} 已下载的部分会保留。可稍后继续、设置镜像地址，或手动导入文件。',
  ),
} as const
