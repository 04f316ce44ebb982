import { catalogue } from '#lib/i18n.ts'

export const tilesText = catalogue('annotation-tiles', {
  en: {
    cutting: 'This large image is being cut into tiles. Until then it is blurred when it is enlarged.',
    failed: 'The details of this image cannot be shown: {reason}',
    retry: 'Try again',
  },
  zh: {
    cutting: '正在为这张大图切片，完成前放大时会模糊。',
    failed: '无法显示这张图片的细节：{reason}',
    retry: '重试',
  },
})
