/** Rows of the catalogue of errors about pictures that a model is asked about, and about model files that are fetched. */
export const servingErrors = {
  'prediction.picture-missing': {
    code: 400660,
    text: {
      en: 'No picture was sent: send its bytes as the body, as a file of a form, or name a file of a data space by fileId',
      zh: '未收到图片：请以请求体、表单文件或数据空间的 fileId 提供',
    },
  },
  'prediction.picture-too-large': {
    code: 413660,
    text: { en: 'Pictures of up to {limit} are taken: make it smaller', zh: '图片最大为 {limit}，请缩小后重试' },
  },
  'prediction.full': {
    code: 429660,
    text: {
      en: 'As many pictures wait as may: try again in {seconds} s',
      zh: '排队的图片已达上限，请在 {seconds} 秒后重试',
    },
  },
  'prediction.timed-out': {
    code: 503660,
    text: {
      en: 'The picture waited {seconds} s for its turn: try again, or ask less at once',
      zh: '图片排队已达 {seconds} 秒：请重试，或减少同时请求的数量',
    },
  },
  'prediction.lost': {
    code: 500660,
    text: {
      en: 'The process that ran {name} on this picture ended: it crashed, took longer than {seconds} s or needed more than {memory} GiB. Others are not affected; try a smaller picture',
      zh: '运行 {name} 的进程在处理此图片时结束：崩溃、超过 {seconds} 秒或内存超过 {memory} GiB。其他请求不受影响；请换用更小的图片',
    },
  },
  'model.runs-elsewhere': {
    code: 409660,
    text: {
      en: '{name} does not run here: it is for {runtime}. Download it, or export it as ONNX and add that',
      zh: '{name} 不能在此运行：其运行环境为 {runtime}。请下载使用，或导出为 ONNX 后再添加',
    },
  },
} as const
