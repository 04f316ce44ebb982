import { accountErrors } from './errors/account-errors.ts'
import { assistErrors } from './errors/assist-errors.ts'
import { assistantErrors } from './errors/assistant-errors.ts'
import { autoLabelErrors } from './errors/auto-label-errors.ts'
import { deviceErrors } from './errors/device-errors.ts'
import { entry, type ErrorEntry } from './errors/entry.ts'
import { fineTuningErrors } from './errors/fine-tuning-errors.ts'
import { generationErrors } from './errors/generation-errors.ts'
import { identityErrors } from './errors/identity-errors.ts'
import { monitoringErrors } from './errors/monitoring-errors.ts'
import { modelErrors } from './errors/model-errors.ts'
import { requestErrors } from './errors/request-errors.ts'
import { rolloutErrors } from './errors/rollout-errors.ts'
import { runDataErrors } from './errors/run-data-errors.ts'
import { searchErrors } from './errors/search-errors.ts'
import { segmentationErrors } from './errors/segmentation-errors.ts'
import { servingErrors } from './errors/serving-errors.ts'
import { sweepErrors } from './errors/sweep-errors.ts'
import { sayInBoth, type Text } from './text.ts'

export const errorCatalogue = {
  ...requestErrors,

  ...accountErrors,

  ...identityErrors,

  'space.not-found': entry(40411, 'This data space no longer exists', '该数据空间已不存在'),
  'space.name-taken': entry(40911, 'A data space named {name} already exists', '名为 {name} 的数据空间已存在'),
  'space.path-taken': entry(40912, 'The path {path} belongs to another data space', '路径 {path} 已属于其他数据空间'),
  'space.path-unusable': entry(40012, 'The path {path} cannot be used: {reason}', '路径 {path} 不可用：{reason}'),
  'space.in-place': entry(
    40913,
    'The files of {name} lie in a folder of their own, which is never changed from here: change them there, then scan the data space again',
    '{name} 的文件位于其自己的文件夹中，不会从这里更改：请在该文件夹中修改，然后重新扫描此数据空间',
  ),
  'space.managed': entry(40914, 'The files of {name} are kept by the product itself: there is no folder to scan', '{name} 的文件由本产品自行管理，没有可扫描的文件夹'),
  'space.no-event-files': entry(40077, 'No event files of TensorBoard lie below this folder', '该文件夹下没有 TensorBoard 事件文件'),
  'space.many-event-files': entry(40078, 'More than {most} folders below this one have event files: open one of those below it', '该文件夹下含事件文件的文件夹超过 {most} 个：请打开其中的子文件夹'),
  'space.path-invalid': entry(40011, 'Path does not exist', '路径不存在'),

  'file.not-found': entry(40421, 'This file no longer exists', '该文件已不存在'),
  'folder.not-found': entry(40423, 'This folder no longer exists', '该文件夹已不存在'),
  'file.path-invalid': entry(40021, 'The path {path} cannot be used: {reason}', '路径 {path} 不可用：{reason}'),
  'file.unreachable': entry(
    40429,
    '{path} cannot be read in its folder: it was changed, moved or deleted there, or its disk is not connected. Scan the data space again',
    '无法在其文件夹中读取 {path}：文件已被更改、移动或删除，或磁盘未连接。请重新扫描此数据空间',
  ),
  'file.picture-too-large': entry(41322, '{path} is larger than {limit}, and no picture that large is read for this: make it smaller first', '{path} 大于 {limit}，此操作不读取这么大的图片：请先缩小'),
  'file.no-thumbnail': entry(40422, 'There is no thumbnail of this file', '该文件没有缩略图'),
  'file.name-taken': entry(40926, '{path} exists already', '{path} 已存在'),
  'file.none-selected': entry(40026, 'No files are selected, or they no longer exist', '未选择文件，或所选文件已不存在'),
  'file.into-itself': entry(40027, 'The folder {path} cannot be put into itself', '不能将文件夹 {path} 放入其自身'),
  'archive.not-found': entry(40426, 'This download has expired: choose the files again', '该下载已过期，请重新选择文件'),
  'file.no-preview': entry(40428, 'There is no such preview of this file', '该文件没有此预览'),
  'file.archive-unreadable': entry(40028, 'The archive cannot be listed: {reason}', '无法列出压缩包内容：{reason}'),
  'upload.invalid': entry(40022, 'Upload failed, please try again: {reason}', '上传失败，请重试：{reason}'),
  'upload.checksum': entry(40023, 'Upload failed, please try again: the checksum of {path} differs', '上传失败，请重试：{path} 的校验和不一致'),

  'upload.too-large': entry(41321, 'Upload failed: {path} is larger than {limit}', '上传失败：{path} 超过 {limit}'),
  'upload.no-space': entry(50721, 'Upload failed: the server has no room for {path}. Free some of its disk and try again', '上传失败：服务器没有空间存放 {path}。请清理服务器磁盘后重试'),

  'dataset.not-found': entry(40431, 'This dataset no longer exists', '该数据集已不存在'),
  'dataset.name-taken': entry(40931, 'A dataset named {name} already exists', '名为 {name} 的数据集已存在'),
  'dataset.empty': entry(40031, 'There are no images to make a dataset of', '没有可用于创建数据集的图片'),
  'dataset.unlabeled': entry(40932, 'There are unlabeled files, please complete labeling before training', '存在未标注文件，请完成标注后再训练'),
  'dataset.label-in-use': entry(40933, 'The label {name} is used by {count} annotations: say which label takes them, or delete them', '类别 {name} 被 {count} 个标注使用：请指定接收它们的类别，或删除这些标注'),
  'dataset.label-not-found': entry(40432, 'The label {id} is not one of this dataset', '类别 {id} 不属于该数据集'),
  'dataset.labels-changing': entry(40936, 'Labels of this dataset are being deleted or merged: wait until that has ended', '该数据集的类别正在删除或合并，请等待完成'),
  'dataset.too-many-labels': entry(
    40038,
    'The dataset would have {count} labels, and at most {most} are possible: leave classes out, or give them to labels that exist',
    '数据集将有 {count} 个类别，最多允许 {most} 个：请忽略部分类别，或将其映射到已有类别',
  ),
  'dataset.not-ready': entry(40934, 'The dataset is still being made: wait until that has ended', '数据集仍在创建中，请等待完成'),
  'version.not-found': entry(40436, 'This version no longer exists', '该版本已不存在'),
  'version.in-use': entry(40935, 'The task {task} reads version {number}: delete the task first', '任务 {task} 使用版本 {number}：请先删除该任务'),
  'version.not-ready': entry(40939, 'Version {number} is not complete', '版本 {number} 尚未完成'),
  'version.not-compared': entry(40987, 'The versions have not been compared yet: ask for their difference first', '两个版本尚未比较：请先查询其差异'),
  'version.comparison-failed': entry(40988, 'The versions could not be compared: {reason}', '无法比较这两个版本：{reason}'),
  'dataset.import-invalid': entry(40032, 'The annotations cannot be read: {reason}', '无法读取标注：{reason}'),
  'dataset.import-not-found': entry(40437, 'This import no longer exists', '该导入记录已不存在'),
  'dataset.import-not-ready': entry(40937, 'This import is not waiting to be started', '该导入当前不处于待开始状态'),
  'dataset.import-source-missing': entry(40438, 'There is nothing to import from: the file or folder no longer exists', '没有可导入的内容：文件或文件夹已不存在'),
  'dataset.export-not-found': entry(40439, 'This export has expired: make it again', '该导出已过期，请重新导出'),
  'dataset.export-not-ready': entry(40938, 'This export is still being prepared', '该导出仍在准备中'),
  'dataset.export-being-sent': entry(409391, 'This export is being written to {address}: wait until that has ended, or stop it', '该导出正在写入 {address}：请等待完成，或先停止'),
  'dataset.export-not-sent': entry(409392, 'The export was not written to {address}: {problem}', '导出未写入 {address}：{problem}'),
  'dataset.format-unfit': entry(40037, 'Labels of this type cannot be written as {format}', '此类型的标注不能导出为 {format} 格式'),
  'dataset.label-kind': entry(40944, 'The labels of this dataset are drawn: an image as a whole has none of them', '该数据集的类别需要在图中绘制，不能标在整张图片上'),
  'item.not-labeled': entry(40945, 'This image is not labeled yet, there is nothing to review', '该图片尚未标注，无法审核'),
  'item.reviewer-set': entry(40345, '{reviewer} reviews this image: whoever it is assigned to does not accept it', '该图片由 {reviewer} 审核，标注负责人不能自行通过'),
  'item.none-selected': entry(40045, 'No image is selected', '未选择任何图片'),
  'item-change.not-found': entry(40445, 'This change can no longer be taken back', '该修改已无法撤销'),
  'item.not-found': entry(40433, 'This image is no longer in the dataset', '该图片已不在数据集中'),

  'annotation.conflict': entry(40941, 'Somebody saved this image meanwhile (revision {revision}); nothing was overwritten', '该图片已被他人保存（版本 {revision}），未覆盖任何内容'),

  'annotation.kind-unfit': entry(
    40046,
    'Images of this dataset are labeled with {kinds}, and the shape {shape} is a {kind}: send it as one of these, or leave it out',
    '该数据集使用 {kinds} 标注，形状 {shape} 的类型为 {kind}：请改用允许的类型，或去掉该形状',
  ),
  'annotation.attribute-unknown': entry(
    40047,
    'No label of this dataset has the attribute {attribute} that the shape {shape} has: leave it out, or add it to the label {label} first',
    '形状 {shape} 的属性 {attribute} 不属于该数据集的任何类别：请去掉该属性，或先将其添加到类别 {label}',
  ),
  'annotation.attribute-not-chosen': entry(
    40048,
    '“{value}” is not one of the choices of the attribute {attribute} of the label {label}: choose one of {options}, or none',
    '“{value}”不是类别 {label} 的属性 {attribute} 的可选项：请选择 {options} 之一，或不选',
  ),
  'annotation.attribute-not-text': entry(40049, 'The attribute {attribute} of the label {label} is a text, and {value} is none: enter a text, or nothing', '类别 {label} 的属性 {attribute} 应为文本，{value} 不是文本：请输入文本或留空'),
  'annotation.attribute-not-number': entry(
    40050,
    'The attribute {attribute} of the label {label} is a number, and “{value}” is none: enter a number, or nothing',
    '类别 {label} 的属性 {attribute} 应为数字，“{value}”不是数字：请输入数字或留空',
  ),
  'annotation.attribute-not-yes-or-no': entry(
    40056,
    'The attribute {attribute} of the label {label} is yes or no, and “{value}” is neither: tick it, or not',
    '类别 {label} 的属性 {attribute} 应为是或否，“{value}”两者都不是：请勾选或取消勾选',
  ),

  'work.not-found': entry(40486, 'There is no such work any more', '该工作已不存在'),
  'work.not-stoppable': entry(40986, 'This ends by itself and cannot be stopped', '该工作会自行结束，无法停止'),

  'task.not-found': entry(40451, 'This task no longer exists', '该任务已不存在'),
  'task.ended': entry(40951, 'The task has already ended', '任务已结束'),
  'task.not-ended': entry(40952, 'The task has not ended: stop it before it is deleted', '任务尚未结束：请先停止再删除'),
  'task.not-queuing': entry(40953, 'The task no longer waits: only a waiting task can be changed', '任务已不在排队：只能修改排队中的任务'),
  'task.not-over': entry(40954, 'The task has not ended: only an ended task can be run again', '任务尚未结束：只能再次运行已结束的任务'),
  'task.no-checkpoint': entry(40963, 'The task left nothing to go on from: run it again from the start', '该任务没有可继续的检查点：请从头重新运行'),
  'task.not-begun': entry(40455, 'The command of the task has not started, so there is no record of it', '任务的命令尚未启动，没有运行记录'),
  'task.stop-failed': entry(50051, 'Failed to stop the task, please wait for automatic termination', '停止任务失败，请等待自动结束'),
  'task.log-missing': entry(40452, 'Failed to get the log: the task has not written one yet', '获取日志失败：任务尚未写入日志'),
  'task.log-away': entry(50351, 'Failed to get the log, please try again in a moment: {problem}', '获取日志失败，请稍后重试：{problem}'),
  'task.instance-not-found': entry(40458, 'The task has no instance {instance}', '任务没有实例 {instance}'),
  'task.file-missing': entry(40453, 'The task has no result file {path}', '任务没有结果文件 {path}'),
  ...sweepErrors,

  'terminal.not-found': entry(40459, 'This terminal no longer exists', '该终端已不存在'),
  'terminal.not-running': entry(40958, 'The instance {instance} does not run, so no terminal can be opened in it', '实例 {instance} 未在运行，无法打开终端'),
  'terminal.unsupported': entry(40959, 'There are no terminals in the resource pool of this task', '该任务所在的资源池不支持终端'),
  'terminal.too-many': entry(40950, 'There are {most} terminals already: close one that is not needed', '已有 {most} 个终端，请先关闭不再需要的终端'),
  'terminal.failed': entry(50052, 'The terminal could not be opened: {reason}', '无法打开终端：{reason}'),
  'origin.not-allowed': entry(40300, 'This may not be asked for from a page of {origin}', '不允许来自 {origin} 页面的请求'),
  'image.not-found': entry(40454, 'There is no training image {image}', '训练镜像 {image} 不存在'),
  'python-environment.not-found': entry(40490, 'This Python environment no longer exists', '该 Python 环境已不存在'),
  'python-environment.in-use': entry(40990, 'A task runs in this Python environment: remove it once that task has ended', '有任务正在使用该 Python 环境：请在任务结束后再删除'),
  'image.parameters-invalid': entry(40051, 'The parameters do not fit the training image: {detail}', '参数与训练镜像不符：{detail}'),

  'image.other-labels': entry(40055, 'The training image {image} cannot train on labels of this kind of dataset', '训练镜像 {image} 不支持该类型数据集的标注'),

  'image.name-taken': entry(40961, 'A training image named {name} is in the catalog already', '目录中已有名为 {name} 的训练镜像'),
  'image.in-use': entry(40962, 'Tasks with this image run or wait: stop them or wait until they have ended', '有使用该镜像的任务正在运行或排队：请停止任务或等待其结束'),
  'pool.not-found': entry(40456, 'There is no resource pool {pool}', '资源池 {pool} 不存在'),
  'pool.name-taken': entry(40955, 'A resource pool named {name} already exists', '名为 {name} 的资源池已存在'),
  'pool.in-use': entry(40956, 'Tasks run or wait in this resource pool: stop them or wait until they have ended', '该资源池中有任务正在运行或排队：请停止任务或等待其结束'),
  'pool.built-in': entry(40957, 'This resource pool is the machine itself and cannot be removed', '该资源池即本机，不能删除'),
  'pool.address-invalid': entry(40059, 'The address of the resource pool cannot be used: {problem}', '资源池的地址不可用：{problem}'),
  'pool.no-cluster': entry(40466, 'The resource pool {pool} is no cluster', '资源池 {pool} 不是集群'),
  'pool.no-accelerator': entry(40060, 'The resource pool {pool} does not have {asked} (accelerators there: {there})', '资源池 {pool} 没有 {asked}（现有加速卡：{there}）'),
  'image.other-pool': entry(40058, 'The training image {image} cannot run in the resource pool {pool}: {reason}', '训练镜像 {image} 不能在资源池 {pool} 中运行：{reason}'),
  'pool.too-small': entry(40057, 'The resource pool {pool} never has as much {resource} as this task asks for: {asked} of {there}', '资源池 {pool} 的{resource}不足以运行该任务：需要 {asked}，共有 {there}'),

  'model.not-found': entry(40461, 'This model no longer exists', '该模型已不存在'),
  'evaluation.missing': entry(40462, 'This inference has not been evaluated yet', '该推理任务尚未评估'),
  'suggestions.not-found': entry(40463, 'Nothing is known of this any more', '该记录已不存在'),
  'suggestions.other-labels': entry(40062, 'The dataset {dataset} is labeled in another way than this model finds: choose one of its label type', '数据集 {dataset} 的标注类型与该模型的预测不符，请选择相同标注类型的数据集'),

  'setting.from-environment': entry(40971, 'The environment variable {variable} decides this setting; change it there and start the server again', '该设置由环境变量 {variable} 决定；请在那里修改并重启服务'),
  'file-storage.no-bucket': entry(40976, 'The files are in the data folder of this server: only those of a bucket go past it', '文件保存在本服务器的数据目录中：只有存储桶中的文件才能直接传输'),
  'service.not-found': entry(40471, 'This service is no longer set up', '该服务已不存在'),
  'service.name-taken': entry(40972, 'A service named {name} already exists', '名为 {name} 的服务已存在'),
  'service.single': entry(40973, 'There is one such service already; change it instead', '此类服务只能有一个；请修改已有的服务'),
  'service.from-environment': entry(40974, 'This service is set up by environment variables; change them and start the server again', '该服务由环境变量配置；请修改环境变量并重启服务'),
  'service.secret-unreadable': entry(40975, 'The stored secret was sealed with another key file than the one in the data folder; please enter it again', '已保存的密钥由另一个密钥文件加密，当前数据目录中的密钥文件无法解密；请重新输入'),
  'service.in-use': entry(40977, 'This storage opens data spaces: {spaces}. Give them another storage or delete them first', '以下数据空间正在使用该存储：{spaces}。请先为其更换存储或将其删除'),
  'service.secret-missing': entry(40071, 'Please enter the secret', '请输入密钥'),
  'service.secret-again': entry(40072, 'Please enter the secret again: a stored one is never sent to another address than the one it was entered for', '请重新输入密钥：已保存的密钥只会发送到当初填写的地址'),

  'data-evaluation.not-found': entry(40481, 'This evaluation no longer exists', '该评估已不存在'),
  'data-evaluation.no-scores': entry(40482, 'No model score data available', '暂无模型评分数据'),
  'data-evaluation.ended': entry(40981, 'This evaluation has already ended', '该评估已结束'),
  'data-evaluation.not-ended': entry(40982, 'The evaluation has not ended: stop it first', '评估尚未结束：请先停止'),
  'scorer.not-found': entry(40483, 'The model {model} no longer exists: choose another one', '模型 {model} 已不存在，请选择其他模型'),
  'standard.not-found': entry(40484, 'This standard no longer exists: choose another one', '该评估标准已不存在，请选择其他标准'),
  'standard.missing': entry(40081, 'The model {model} scores by a standard: choose one', '模型 {model} 按标准评分：请选择评估标准'),
  'standard.built-in': entry(40983, 'This standard comes with the product: copy it and change the copy', '该标准为内置标准：请复制后修改副本'),
  'standard.name-taken': entry(40984, 'A standard named {name} already exists', '名为 {name} 的评估标准已存在'),
  'standard.conflict': entry(40989, 'Somebody saved this standard meanwhile (version {version}); nothing was overwritten', '该评估标准已被他人保存（第 {version} 版），未覆盖任何内容'),

  ...generationErrors,
  ...deviceErrors,
  ...rolloutErrors,

  ...runDataErrors,
  ...modelErrors,
  ...fineTuningErrors,
  ...monitoringErrors,
  ...assistErrors,
  ...assistantErrors,
  ...autoLabelErrors,
  ...searchErrors,
  ...segmentationErrors,
  ...servingErrors,
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue

export function errorStatus(name: ErrorName): number {
  return Number(String(errorCatalogue[name].code).slice(0, 3))
}

export class Failure extends Error {
  readonly reason: ErrorName
  readonly values: Readonly<Record<string, unknown>>

  constructor(reason: ErrorName, values: Record<string, unknown>) {
    super(`${reason} ${JSON.stringify(values)}`)
    this.name = 'Failure'
    this.reason = reason
    this.values = values
  }

  get text(): Text {
    return sayInBoth(errorCatalogue[this.reason].text, this.values)
  }
}

export function fail(reason: ErrorName, values: Record<string, unknown> = {}): Failure {
  return new Failure(reason, values)
}
