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
  'lora-file.damaged': {
    code: 400646,
    text: {
      en: 'This is no safetensors file, or it is damaged: {reason}. Download or export it anew',
      zh: '该文件不是 safetensors 文件或已损坏：{reason}。请重新下载或导出',
    },
  },
  'lora-file.none': {
    code: 400647,
    text: {
      en: 'There is no LoRA in this safetensors file: full models of generation are used through ComfyUI, in its folder models/checkpoints',
      zh: '该 safetensors 文件中没有 LoRA：完整的生成模型请放入 ComfyUI 的 models/checkpoints 目录使用',
    },
  },
  'model.not-runnable': {
    code: 400648,
    text: {
      en: '{name} is a LoRA: it changes what a generation paints and says nothing of images. Choose it in the form of a generation',
      zh: '{name} 是 LoRA 模型：用于改变生成效果，不能对图片推理。请在生成表单中选择它',
    },
  },
  'model.sample-missing': { code: 404640, text: { en: 'The model has no such sample', zh: '该模型没有此样张' } },
} as const
