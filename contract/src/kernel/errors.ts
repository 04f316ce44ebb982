import { accountErrors } from './errors/account-errors.ts'
import { assistErrors } from './errors/assist-errors.ts'
import { assistantErrors } from './errors/assistant-errors.ts'
import { autoLabelErrors } from './errors/auto-label-errors.ts'
import { deviceErrors } from './errors/device-errors.ts'
import { fineTuningErrors } from './errors/fine-tuning-errors.ts'
import { generationErrors } from './errors/generation-errors.ts'
import { monitoringErrors } from './errors/monitoring-errors.ts'
import { modelErrors } from './errors/model-errors.ts'
import { requestErrors } from './errors/request-errors.ts'
import { rolloutErrors } from './errors/rollout-errors.ts'
import { searchErrors } from './errors/search-errors.ts'
import { segmentationErrors } from './errors/segmentation-errors.ts'
import { servingErrors } from './errors/serving-errors.ts'
import { sayInBoth, type Text } from './text.ts'

/** Names and numbers are permanent, because scripts match them. The number is `code`; three digits are the HTTP status. */
interface ErrorEntry {
  readonly code: number
  readonly text: Text
}

export const errorCatalogue = {
  ...requestErrors,

  ...accountErrors,

  'space.not-found': { code: 40411, text: { en: 'This data space no longer exists', zh: '该数据空间已不存在' } },
  'space.name-taken': { code: 40911, text: { en: 'A data space named {name} already exists', zh: '名为 {name} 的数据空间已存在' } },
  'space.path-taken': { code: 40912, text: { en: 'The path {path} belongs to another data space', zh: '路径 {path} 已属于其他数据空间' } },
  'space.path-unusable': { code: 40012, text: { en: 'The path {path} cannot be used: {reason}', zh: '路径 {path} 不可用：{reason}' } },
  'space.in-place': {
    code: 40913,
    text: {
      en: 'The files of {name} lie in a folder of their own, which is never changed from here: change them there, then scan the data space again',
      zh: '{name} 的文件位于其自己的文件夹中，不会从这里更改：请在该文件夹中修改，然后重新扫描此数据空间',
    },
  },
  'space.managed': { code: 40914, text: { en: 'The files of {name} are kept by the product itself: there is no folder to scan', zh: '{name} 的文件由本产品自行管理，没有可扫描的文件夹' } },
  'space.path-invalid': { code: 40011, text: { en: 'Path does not exist', zh: '路径不存在' } },

  'file.not-found': { code: 40421, text: { en: 'This file no longer exists', zh: '该文件已不存在' } },
  'folder.not-found': { code: 40423, text: { en: 'This folder no longer exists', zh: '该文件夹已不存在' } },
  'file.path-invalid': { code: 40021, text: { en: 'The path {path} cannot be used: {reason}', zh: '路径 {path} 不可用：{reason}' } },
  'file.unreachable': {
    code: 40429,
    text: {
      en: '{path} cannot be read in its folder: it was changed, moved or deleted there, or its disk is not connected. Scan the data space again',
      zh: '无法在其文件夹中读取 {path}：文件已被更改、移动或删除，或磁盘未连接。请重新扫描此数据空间',
    },
  },
  'file.picture-too-large': {
    code: 41322,
    text: {
      en: '{path} is larger than {limit}, and no picture that large is read for this: make it smaller first',
      zh: '{path} 大于 {limit}，此操作不读取这么大的图片：请先缩小',
    },
  },
  'file.no-thumbnail': { code: 40422, text: { en: 'There is no thumbnail of this file', zh: '该文件没有缩略图' } },
  'file.name-taken': { code: 40926, text: { en: '{path} exists already', zh: '{path} 已存在' } },
  'file.none-selected': { code: 40026, text: { en: 'No files are selected, or they no longer exist', zh: '未选择文件，或所选文件已不存在' } },
  'file.into-itself': { code: 40027, text: { en: 'The folder {path} cannot be put into itself', zh: '不能将文件夹 {path} 放入其自身' } },
  'archive.not-found': { code: 40426, text: { en: 'This download has expired: choose the files again', zh: '该下载已过期，请重新选择文件' } },
  'file.no-preview': { code: 40428, text: { en: 'There is no such preview of this file', zh: '该文件没有此预览' } },
  'file.archive-unreadable': { code: 40028, text: { en: 'The archive cannot be listed: {reason}', zh: '无法列出压缩包内容：{reason}' } },
  'upload.invalid': { code: 40022, text: { en: 'Upload failed, please try again: {reason}', zh: '上传失败，请重试：{reason}' } },
  'upload.checksum': { code: 40023, text: { en: 'Upload failed, please try again: the checksum of {path} differs', zh: '上传失败，请重试：{path} 的校验和不一致' } },

  'upload.too-large': { code: 41321, text: { en: 'Upload failed: {path} is larger than {limit}', zh: '上传失败：{path} 超过 {limit}' } },
  'upload.no-space': { code: 50721, text: { en: 'Upload failed: the server has no room for {path}. Free some of its disk and try again', zh: '上传失败：服务器没有空间存放 {path}。请清理服务器磁盘后重试' } },

  'dataset.not-found': { code: 40431, text: { en: 'This dataset no longer exists', zh: '该数据集已不存在' } },
  'dataset.name-taken': { code: 40931, text: { en: 'A dataset named {name} already exists', zh: '名为 {name} 的数据集已存在' } },
  'dataset.empty': { code: 40031, text: { en: 'There are no images to make a dataset of', zh: '没有可用于创建数据集的图片' } },
  'dataset.unlabeled': {
    code: 40932,
    text: { en: 'There are unlabeled files, please complete labeling before training', zh: '存在未标注文件，请完成标注后再训练' },
  },
  'dataset.label-in-use': {
    code: 40933,
    text: { en: 'The label {name} is used by {count} annotations: say which label takes them, or delete them', zh: '类别 {name} 被 {count} 个标注使用：请指定接收它们的类别，或删除这些标注' },
  },
  'dataset.label-not-found': { code: 40432, text: { en: 'The label {id} is not one of this dataset', zh: '类别 {id} 不属于该数据集' } },
  'dataset.labels-changing': {
    code: 40936,
    text: { en: 'Labels of this dataset are being deleted or merged: wait until that has ended', zh: '该数据集的类别正在删除或合并，请等待完成' },
  },
  'dataset.too-many-labels': {
    code: 40038,
    text: { en: 'The dataset would have {count} labels, and at most {most} are possible: leave classes out, or give them to labels that exist', zh: '数据集将有 {count} 个类别，最多允许 {most} 个：请忽略部分类别，或将其映射到已有类别' },
  },
  'dataset.not-ready': { code: 40934, text: { en: 'The dataset is still being made: wait until that has ended', zh: '数据集仍在创建中，请等待完成' } },
  'version.not-found': { code: 40436, text: { en: 'This version no longer exists', zh: '该版本已不存在' } },
  'version.in-use': { code: 40935, text: { en: 'The task {task} reads version {number}: delete the task first', zh: '任务 {task} 使用版本 {number}：请先删除该任务' } },
  'version.not-ready': { code: 40939, text: { en: 'Version {number} is not complete', zh: '版本 {number} 尚未完成' } },
  'version.not-compared': { code: 40987, text: { en: 'The versions have not been compared yet: ask for their difference first', zh: '两个版本尚未比较：请先查询其差异' } },
  'version.comparison-failed': { code: 40988, text: { en: 'The versions could not be compared: {reason}', zh: '无法比较这两个版本：{reason}' } },
  'dataset.import-invalid': { code: 40032, text: { en: 'The annotations cannot be read: {reason}', zh: '无法读取标注：{reason}' } },
  'dataset.import-not-found': { code: 40437, text: { en: 'This import no longer exists', zh: '该导入记录已不存在' } },
  'dataset.import-not-ready': { code: 40937, text: { en: 'This import is not waiting to be started', zh: '该导入当前不处于待开始状态' } },
  'dataset.import-source-missing': { code: 40438, text: { en: 'There is nothing to import from: the file or folder no longer exists', zh: '没有可导入的内容：文件或文件夹已不存在' } },
  'dataset.export-not-found': { code: 40439, text: { en: 'This export has expired: make it again', zh: '该导出已过期，请重新导出' } },
  'dataset.export-not-ready': { code: 40938, text: { en: 'This export is still being prepared', zh: '该导出仍在准备中' } },
  'dataset.format-unfit': { code: 40037, text: { en: 'Labels of this type cannot be written as {format}', zh: '此类型的标注不能导出为 {format} 格式' } },
  'dataset.label-kind': {
    code: 40944,
    text: { en: 'The labels of this dataset are drawn: an image as a whole has none of them', zh: '该数据集的类别需要在图中绘制，不能标在整张图片上' },
  },
  'item.not-labeled': { code: 40945, text: { en: 'This image is not labeled yet, there is nothing to review', zh: '该图片尚未标注，无法审核' } },
  'item.reviewer-set': { code: 40345, text: { en: '{reviewer} reviews this image: whoever it is assigned to does not accept it', zh: '该图片由 {reviewer} 审核，标注负责人不能自行通过' } },
  'item.none-selected': { code: 40045, text: { en: 'No image is selected', zh: '未选择任何图片' } },
  'item-change.not-found': { code: 40445, text: { en: 'This change can no longer be taken back', zh: '该修改已无法撤销' } },
  'item.not-found': { code: 40433, text: { en: 'This image is no longer in the dataset', zh: '该图片已不在数据集中' } },

  'annotation.conflict': {
    code: 40941,
    text: { en: 'Somebody saved this image meanwhile (revision {revision}); nothing was overwritten', zh: '该图片已被他人保存（版本 {revision}），未覆盖任何内容' },
  },

  'annotation.kind-unfit': {
    code: 40046,
    text: {
      en: 'Images of this dataset are labeled with {kinds}, and the shape {shape} is a {kind}: send it as one of these, or leave it out',
      zh: '该数据集使用 {kinds} 标注，形状 {shape} 的类型为 {kind}：请改用允许的类型，或去掉该形状',
    },
  },
  'annotation.attribute-unknown': {
    code: 40047,
    text: {
      en: 'No label of this dataset has the attribute {attribute} that the shape {shape} has: leave it out, or add it to the label {label} first',
      zh: '形状 {shape} 的属性 {attribute} 不属于该数据集的任何类别：请去掉该属性，或先将其添加到类别 {label}',
    },
  },
  'annotation.attribute-not-chosen': {
    code: 40048,
    text: { en: '“{value}” is not one of the choices of the attribute {attribute} of the label {label}: choose one of {options}, or none', zh: '“{value}”不是类别 {label} 的属性 {attribute} 的可选项：请选择 {options} 之一，或不选' },
  },
  'annotation.attribute-not-text': {
    code: 40049,
    text: { en: 'The attribute {attribute} of the label {label} is a text, and {value} is none: enter a text, or nothing', zh: '类别 {label} 的属性 {attribute} 应为文本，{value} 不是文本：请输入文本或留空' },
  },
  'annotation.attribute-not-number': {
    code: 40050,
    text: { en: 'The attribute {attribute} of the label {label} is a number, and “{value}” is none: enter a number, or nothing', zh: '类别 {label} 的属性 {attribute} 应为数字，“{value}”不是数字：请输入数字或留空' },
  },
  'annotation.attribute-not-yes-or-no': {
    code: 40056,
    text: { en: 'The attribute {attribute} of the label {label} is yes or no, and “{value}” is neither: tick it, or not', zh: '类别 {label} 的属性 {attribute} 应为是或否，“{value}”两者都不是：请勾选或取消勾选' },
  },

  'work.not-found': { code: 40486, text: { en: 'There is no such work any more', zh: '该工作已不存在' } },
  'work.not-stoppable': { code: 40986, text: { en: 'This ends by itself and cannot be stopped', zh: '该工作会自行结束，无法停止' } },

  'task.not-found': { code: 40451, text: { en: 'This task no longer exists', zh: '该任务已不存在' } },
  'task.ended': { code: 40951, text: { en: 'The task has already ended', zh: '任务已结束' } },
  'task.not-ended': { code: 40952, text: { en: 'The task has not ended: stop it before it is deleted', zh: '任务尚未结束：请先停止再删除' } },
  'task.not-queuing': { code: 40953, text: { en: 'The task no longer waits: only a waiting task can be changed', zh: '任务已不在排队：只能修改排队中的任务' } },
  'task.not-over': { code: 40954, text: { en: 'The task has not ended: only an ended task can be run again', zh: '任务尚未结束：只能再次运行已结束的任务' } },
  'task.no-checkpoint': { code: 40963, text: { en: 'The task left nothing to go on from: run it again from the start', zh: '该任务没有可继续的检查点：请从头重新运行' } },
  'task.not-begun': { code: 40455, text: { en: 'The command of the task has not started, so there is no record of it', zh: '任务的命令尚未启动，没有运行记录' } },
  'task.stop-failed': { code: 50051, text: { en: 'Failed to stop the task, please wait for automatic termination', zh: '停止任务失败，请等待自动结束' } },
  'task.log-missing': { code: 40452, text: { en: 'Failed to get the log: the task has not written one yet', zh: '获取日志失败：任务尚未写入日志' } },
  'task.log-away': { code: 50351, text: { en: 'Failed to get the log, please try again in a moment: {problem}', zh: '获取日志失败，请稍后重试：{problem}' } },
  'task.instance-not-found': { code: 40458, text: { en: 'The task has no instance {instance}', zh: '任务没有实例 {instance}' } },
  'task.file-missing': { code: 40453, text: { en: 'The task has no result file {path}', zh: '任务没有结果文件 {path}' } },
  'terminal.not-found': { code: 40459, text: { en: 'This terminal no longer exists', zh: '该终端已不存在' } },
  'terminal.not-running': { code: 40958, text: { en: 'The instance {instance} does not run, so no terminal can be opened in it', zh: '实例 {instance} 未在运行，无法打开终端' } },
  'terminal.unsupported': { code: 40959, text: { en: 'There are no terminals in the resource pool of this task', zh: '该任务所在的资源池不支持终端' } },
  'terminal.too-many': { code: 40950, text: { en: 'There are {most} terminals already: close one that is not needed', zh: '已有 {most} 个终端，请先关闭不再需要的终端' } },
  'terminal.failed': { code: 50052, text: { en: 'The terminal could not be opened: {reason}', zh: '无法打开终端：{reason}' } },
  'origin.not-allowed': { code: 40300, text: { en: 'This may not be asked for from a page of {origin}', zh: '不允许来自 {origin} 页面的请求' } },
  'image.not-found': { code: 40454, text: { en: 'There is no training image {image}', zh: '训练镜像 {image} 不存在' } },
  'image.parameters-invalid': { code: 40051, text: { en: 'The parameters do not fit the training image: {detail}', zh: '参数与训练镜像不符：{detail}' } },

  'image.other-labels': {
    code: 40055,
    text: { en: 'The training image {image} cannot train on labels of this kind of dataset', zh: '训练镜像 {image} 不支持该类型数据集的标注' },
  },

  'image.name-taken': { code: 40961, text: { en: 'A training image named {name} is in the catalog already', zh: '目录中已有名为 {name} 的训练镜像' } },
  'image.in-use': { code: 40962, text: { en: 'Tasks with this image run or wait: stop them or wait until they have ended', zh: '有使用该镜像的任务正在运行或排队：请停止任务或等待其结束' } },
  'pool.not-found': { code: 40456, text: { en: 'There is no resource pool {pool}', zh: '资源池 {pool} 不存在' } },
  'pool.name-taken': { code: 40955, text: { en: 'A resource pool named {name} already exists', zh: '名为 {name} 的资源池已存在' } },
  'pool.in-use': { code: 40956, text: { en: 'Tasks run or wait in this resource pool: stop them or wait until they have ended', zh: '该资源池中有任务正在运行或排队：请停止任务或等待其结束' } },
  'pool.built-in': { code: 40957, text: { en: 'This resource pool is the machine itself and cannot be removed', zh: '该资源池即本机，不能删除' } },
  'pool.address-invalid': { code: 40059, text: { en: 'The address of the resource pool cannot be used: {problem}', zh: '资源池的地址不可用：{problem}' } },
  'pool.no-accelerator': { code: 40060, text: { en: 'The resource pool {pool} does not have {asked} (accelerators there: {there})', zh: '资源池 {pool} 没有 {asked}（现有加速卡：{there}）' } },
  'image.other-pool': { code: 40058, text: { en: 'The training image {image} cannot run in the resource pool {pool}: {reason}', zh: '训练镜像 {image} 不能在资源池 {pool} 中运行：{reason}' } },
  'pool.too-small': {
    code: 40057,
    text: { en: 'The resource pool {pool} never has as much {resource} as this task asks for: {asked} of {there}', zh: '资源池 {pool} 的{resource}不足以运行该任务：需要 {asked}，共有 {there}' },
  },

  'model.not-found': { code: 40461, text: { en: 'This model no longer exists', zh: '该模型已不存在' } },
  'evaluation.missing': { code: 40462, text: { en: 'This inference has not been evaluated yet', zh: '该推理任务尚未评估' } },
  'suggestions.not-found': { code: 40463, text: { en: 'Nothing is known of this any more', zh: '该记录已不存在' } },
  'suggestions.other-labels': {
    code: 40062,
    text: { en: 'The dataset {dataset} is labeled in another way than this model finds: choose one of its label type', zh: '数据集 {dataset} 的标注类型与该模型的预测不符，请选择相同标注类型的数据集' },
  },

  'setting.from-environment': {
    code: 40971,
    text: { en: 'The environment variable {variable} decides this setting; change it there and start the server again', zh: '该设置由环境变量 {variable} 决定；请在那里修改并重启服务' },
  },
  'service.not-found': { code: 40471, text: { en: 'This service is no longer set up', zh: '该服务已不存在' } },
  'service.name-taken': { code: 40972, text: { en: 'A service named {name} already exists', zh: '名为 {name} 的服务已存在' } },
  'service.single': { code: 40973, text: { en: 'There is one such service already; change it instead', zh: '此类服务只能有一个；请修改已有的服务' } },
  'service.from-environment': {
    code: 40974,
    text: { en: 'This service is set up by environment variables; change them and start the server again', zh: '该服务由环境变量配置；请修改环境变量并重启服务' },
  },
  'service.secret-unreadable': {
    code: 40975,
    text: {
      en: 'The stored secret was sealed with another key file than the one in the data folder; please enter it again',
      zh: '已保存的密钥由另一个密钥文件加密，当前数据目录中的密钥文件无法解密；请重新输入',
    },
  },
  'service.secret-missing': { code: 40071, text: { en: 'Please enter the secret', zh: '请输入密钥' } },
  'service.secret-again': {
    code: 40072,
    text: {
      en: 'Please enter the secret again: a stored one is never sent to another address than the one it was entered for',
      zh: '请重新输入密钥：已保存的密钥只会发送到当初填写的地址',
    },
  },

  'data-evaluation.not-found': { code: 40481, text: { en: 'This evaluation no longer exists', zh: '该评估已不存在' } },
  'data-evaluation.no-scores': { code: 40482, text: { en: 'No model score data available', zh: '暂无模型评分数据' } },
  'data-evaluation.ended': { code: 40981, text: { en: 'This evaluation has already ended', zh: '该评估已结束' } },
  'data-evaluation.not-ended': { code: 40982, text: { en: 'The evaluation has not ended: stop it first', zh: '评估尚未结束：请先停止' } },
  'scorer.not-found': { code: 40483, text: { en: 'The model {model} no longer exists: choose another one', zh: '模型 {model} 已不存在，请选择其他模型' } },
  'standard.not-found': { code: 40484, text: { en: 'This standard no longer exists: choose another one', zh: '该评估标准已不存在，请选择其他标准' } },
  'standard.missing': { code: 40081, text: { en: 'The model {model} scores by a standard: choose one', zh: '模型 {model} 按标准评分：请选择评估标准' } },
  'standard.built-in': { code: 40983, text: { en: 'This standard comes with the product: copy it and change the copy', zh: '该标准为内置标准：请复制后修改副本' } },
  'standard.name-taken': { code: 40984, text: { en: 'A standard named {name} already exists', zh: '名为 {name} 的评估标准已存在' } },
  'standard.conflict': {
    code: 40989,
    text: { en: 'Somebody saved this standard meanwhile (version {version}); nothing was overwritten', zh: '该评估标准已被他人保存（第 {version} 版），未覆盖任何内容' },
  },

  ...generationErrors,
  ...deviceErrors,
  ...rolloutErrors,
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
