import { entry } from './entry.ts'

export const segmentationErrors = {
  'segmentation.no-model': entry(
    409720,
    'No segmenter is on this server: fetch one under Settings → Assist models',
    '本服务器上没有分割模型，请在“设置 → 辅助模型”中下载',
  ),
  'segmentation.image-changed': entry(
    409721,
    'The image was replaced meanwhile: open it again, and click on what it shows now',
    '图片已被替换，请重新打开后再点击',
  ),
  'segmentation.outside': entry(
    400720,
    'A click or the box lies outside the image of {width} × {height} pixels',
    '点击或矩形框超出图片范围（{width} × {height} 像素）',
  ),
  'segmentation.picture-unreadable': entry(
    400721,
    'This image cannot be read, or is no longer there: check its file',
    '图片无法读取或已不存在，请检查文件',
  ),
  'segmentation.failed': entry(502720, 'Nothing could be segmented: {reason}', '分割失败：{reason}'),
} as const
