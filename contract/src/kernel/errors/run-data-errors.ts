import { entry } from './entry.ts'

export const runDataErrors = {
  'run-data.pack-not-found': entry(404720, 'The run has no such pack of files', '该运行没有此文件包'),
  'run-data.file-not-found': entry(404721, 'The run has no result {path}', '该运行没有结果文件 {path}'),
  'run-data.offset-wrong': entry(
    409740,
    'Of {path} {size} bytes have arrived: go on from there',
    '{path} 已收到 {size} 字节：请从该位置继续发送',
  ),
  'run-data.checksum-differs': entry(
    409741,
    'What arrived of {path} has another checksum: send it again from its start',
    '收到的 {path} 校验和不一致：请从头重新发送',
  ),
  'run-data.path-taken': entry(
    409742,
    '{path} cannot be written: a folder has this name, or a file the name of one of its folders',
    '无法写入 {path}：同名文件夹已存在，或其上级文件夹的名称已被文件占用',
  ),
  'run-data.source-changed': entry(
    409743,
    '{path} was changed or deleted since the task began: start the task again',
    '任务开始后 {path} 已被更改或删除：请重新启动任务',
  ),
  'run-data.output-full': entry(
    507720,
    'The results of this task are larger than {limit}: write less, or raise the limit of the server',
    '该任务的结果超过 {limit}：请减少写入，或提高服务器的上限',
  ),
  'run-data.no-space': entry(
    507721,
    'The server has no room for {path}. Free some of its disk: it is sent again by itself',
    '服务器没有空间存放 {path}。请清理服务器磁盘，之后会自动重新发送',
  ),
} as const
