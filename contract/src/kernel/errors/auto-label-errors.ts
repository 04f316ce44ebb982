export const autoLabelErrors = {
  'auto-label.not-found': {
    code: 404631,
    text: { en: 'This run of auto-labeling no longer exists', zh: '该自动标注记录已不存在' },
  },
  'auto-label.labeller-not-found': {
    code: 404632,
    text: {
      en: 'This model cannot label the dataset, or no longer exists: choose another one',
      zh: '该模型无法标注此数据集或已不存在，请选择其他模型',
    },
  },
  'auto-label.no-labels': {
    code: 400631,
    text: {
      en: 'Fill in the labels of the dataset first: auto-labeling suggests these alone',
      zh: '请先填写数据集的类别：自动标注只会建议这些类别',
    },
  },
  'auto-label.no-mapping': {
    code: 400632,
    text: {
      en: 'Nothing that this model finds has a label in the dataset: choose a label for at least one of its classes',
      zh: '该模型的类别均未对应到数据集的类别，请至少为一个类别选择对应',
    },
  },
  'auto-label.under-way': {
    code: 409631,
    text: {
      en: 'The dataset is being auto-labeled already: wait until that has ended, or stop it',
      zh: '该数据集正在自动标注，请等待完成或先停止',
    },
  },
  'auto-label.too-few': {
    code: 400633,
    text: {
      en: 'Label at least {least} images first: a model learns from these',
      zh: '请先标注至少 {least} 张图片：模型将从中学习',
    },
  },
  'auto-label.learning': {
    code: 409635,
    text: {
      en: 'A round of learning is under way: wait until it has suggested the rest, or stop its training',
      zh: '正在进行一轮学习，请等待其给出建议，或停止其训练',
    },
  },
  'auto-label.ended': {
    code: 409632,
    text: { en: 'This run of auto-labeling has already ended', zh: '该自动标注已结束' },
  },
  'auto-label.not-ended': {
    code: 409633,
    text: { en: 'The run has not ended: stop it first', zh: '自动标注尚未结束，请先停止' },
  },
  'auto-label.undone': {
    code: 409634,
    text: { en: 'The suggestions of this run were taken back already', zh: '该次自动标注的建议已撤销' },
  },
} as const
