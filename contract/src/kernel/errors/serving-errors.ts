import { entry } from './entry.ts'

export const servingErrors = {
  'prediction.picture-missing': entry(
    400668,
    'No picture was sent: send its bytes as the body, as a file of a form, or name a file of a data space by fileId',
    '未收到图片：请以请求体、表单文件或数据空间的 fileId 提供',
  ),
  'prediction.picture-too-large': entry(
    413660,
    'Pictures of up to {limit} are taken: make it smaller',
    '图片最大为 {limit}，请缩小后重试',
  ),
  'prediction.full': entry(
    429660,
    'As many pictures wait as may: try again in {seconds} s',
    '排队的图片已达上限，请在 {seconds} 秒后重试',
  ),
  'prediction.timed-out': entry(
    429661,
    'The picture waited {seconds} s for its turn: try again, or ask less at once',
    '图片排队已达 {seconds} 秒：请重试，或减少同时请求的数量',
  ),
  'prediction.lost': entry(
    500660,
    'The process that ran {name} on this picture ended: it crashed, took longer than {seconds} s or needed more than {memory} GiB. Others are not affected; try a smaller picture',
    '运行 {name} 的进程在处理此图片时结束：崩溃、超过 {seconds} 秒或内存超过 {memory} GiB。其他请求不受影响；请换用更小的图片',
  ),
  'model-fetch.not-found': entry(404660, 'Nothing is known of this download', '没有该下载的记录'),
  'model-fetch.unreachable': entry(
    502660,
    'The model file could not be fetched: {reason}',
    '无法下载模型文件：{reason}',
  ),
  'model-fetch.refused': entry(
    502661,
    '{place} does not give the file (HTTP {status}): check the address, and whether it asks for an account',
    '{place} 未提供该文件（HTTP {status}）：请检查网址，以及是否需要登录',
  ),
  'model-fetch.private': entry(
    403660,
    '{place} lies in a private network, which this server does not fetch from: name its host in VERMILION_MODEL_HOSTS, or upload the file',
    '{place} 位于私有网络，本服务器不会从中下载：请在 VERMILION_MODEL_HOSTS 中列出该主机，或上传文件',
  ),
  'model-fetch.changed': entry(
    502662,
    'What {place} gives changed on the way: fetch it again',
    '{place} 提供的内容在下载过程中发生变化：请重新下载',
  ),
  'model-fetch.too-many': entry(
    429662,
    'You have {most} downloads of model files under way: wait for one to end, or stop one',
    '您已有 {most} 个模型文件正在下载：请等待其中一个结束，或停止一个',
  ),
  'model-fetch.no-space': entry(
    507660,
    'The server has no room for what {place} gives: free some of its disk and fetch it again',
    '服务器空间不足，无法存放 {place} 提供的文件：请清理服务器磁盘后重新下载',
  ),
  'model.runs-elsewhere': entry(
    409660,
    '{name} does not run here: it is for {runtime}. Download it, or export it as ONNX and add that',
    '{name} 不能在此运行：其运行环境为 {runtime}。请下载使用，或导出为 ONNX 后再添加',
  ),
} as const
