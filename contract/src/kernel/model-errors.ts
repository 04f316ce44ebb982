/** Rows of the catalogue of errors about files that are to become models. */
export const modelErrors = {
  'model-file.damaged': {
    code: 400640,
    text: { en: 'This is no ONNX model, or it is damaged: {reason}', zh: '该文件不是 ONNX 模型或已损坏：{reason}' },
  },
  'model-file.unrecognized': {
    code: 400641,
    text: { en: 'This ONNX model cannot be run here: {reason}', zh: '无法在此运行该 ONNX 模型：{reason}' },
  },
  'model-file.unsafe': {
    code: 400642,
    text: { en: 'This ONNX model is not taken: {reason}', zh: '不接受该 ONNX 模型：{reason}' },
  },
  'model-file.unusable': {
    code: 400643,
    text: {
      en: 'The model was tried on a grey picture and did not run: {reason}',
      zh: '用一张灰色图片试运行该模型时失败：{reason}',
    },
  },
  'model-file.labels-missing': {
    code: 400644,
    text: {
      en: 'The file does not say what its classes are called: type their names, in the order of the model',
      zh: '文件中没有类别名称，请按模型中的顺序填写',
    },
  },
  'model-file.labels-differ': {
    code: 400645,
    text: {
      en: 'The model has {expected} classes, and {given} names were given',
      zh: '模型有 {expected} 个类别，但给出了 {given} 个名称',
    },
  },
  'model-file.too-large': {
    code: 413640,
    text: { en: 'Model files of up to {limit} are taken', zh: '模型文件最大为 {limit}' },
  },
} as const
