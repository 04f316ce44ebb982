import { entry } from './entry.ts'

export const autoLabelErrors = {
  'auto-label.not-found': entry(404631, 'This run of auto-labeling no longer exists', '该自动标注记录已不存在'),
  'auto-label.labeller-not-found': entry(
    404632,
    'This model cannot label the dataset, or no longer exists: choose another one',
    '该模型无法标注此数据集或已不存在，请选择其他模型',
  ),
  'auto-label.no-labels': entry(
    400631,
    'Fill in the labels of the dataset first: auto-labeling suggests these alone',
    '请先填写数据集的类别：自动标注只会建议这些类别',
  ),
  'auto-label.no-mapping': entry(
    400632,
    'Nothing that this model finds has a label in the dataset: choose a label for at least one of its classes',
    '该模型的类别均未对应到数据集的类别，请至少为一个类别选择对应',
  ),
  'auto-label.under-way': entry(
    409631,
    'The dataset is being auto-labeled already: wait until that has ended, or stop it',
    '该数据集正在自动标注，请等待完成或先停止',
  ),
  'auto-label.too-few': entry(
    400633,
    'Label at least {least} images first: a model learns from these',
    '请先标注至少 {least} 张图片：模型将从中学习',
  ),
  'auto-label.learning': entry(
    409635,
    'A round of learning is under way: wait until it has suggested the rest, or stop its training',
    '正在进行一轮学习，请等待其给出建议，或停止其训练',
  ),
  'auto-label.ended': entry(409632, 'This run of auto-labeling has already ended', '该自动标注已结束'),
  'auto-label.not-ended': entry(409633, 'The run has not ended: stop it first', '自动标注尚未结束，请先停止'),
  'auto-label.undone': entry(409634, 'The suggestions of this run were taken back already', '该次自动标注的建议已撤销'),
  'label-errors.not-found': entry(404633, 'This ranking of label errors no longer exists', '该标注错误排序已不存在'),
  'label-errors.no-finding': entry(
    404634,
    'The image has no such finding: load it again',
    '该图片没有此条疑似错误，请重新加载',
  ),
  'label-errors.under-way': entry(
    409636,
    'The labels of this dataset are being judged already: wait until that has ended, or stop it',
    '该数据集的标注正在判断中，请等待完成或先停止',
  ),
  'label-errors.ended': entry(409637, 'This ranking has already ended', '该排序已结束'),
  'label-errors.not-ended': entry(409638, 'The ranking has not ended: stop it first', '排序尚未结束，请先停止'),
} as const
