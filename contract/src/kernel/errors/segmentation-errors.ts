export const segmentationErrors = {
  'segmentation.no-model': {
    code: 409720,
    text: {
      en: 'No segmenter is on this server: fetch one under Settings → Assist models',
      zh: '本服务器上没有分割模型，请在“设置 → 辅助模型”中下载',
    },
  },
  'segmentation.image-changed': {
    code: 409721,
    text: {
      en: 'The image was replaced meanwhile: open it again, and click on what it shows now',
      zh: '图片已被替换，请重新打开后再点击',
    },
  },
  'segmentation.outside': {
    code: 400720,
    text: {
      en: 'A click or the box lies outside the image of {width} × {height} pixels',
      zh: '点击或矩形框超出图片范围（{width} × {height} 像素）',
    },
  },
  'segmentation.picture-unreadable': {
    code: 400721,
    text: {
      en: 'This image cannot be read, or is no longer there: check its file',
      zh: '图片无法读取或已不存在，请检查文件',
    },
  },
  'segmentation.failed': {
    code: 502720,
    text: { en: 'Nothing could be segmented: {reason}', zh: '分割失败：{reason}' },
  },
} as const
