import { catalogue } from '#lib/i18n.ts'

export const adjustmentsText = catalogue('annotation-adjustments', {
  en: {
    words: 'The image itself stays as it is.',
    brightness: 'Brightness',
    contrast: 'Contrast',
    saturation: 'Saturation',
    inverted: 'Inverted',
    channel: 'Channel',
    all: 'All',
    red: 'Red',
    green: 'Green',
    blue: 'Blue',
    reset: 'As it is',
    percent: '{value} %',
  },
  zh: {
    words: '仅影响显示，不改动图片本身。',
    brightness: '亮度',
    contrast: '对比度',
    saturation: '饱和度',
    inverted: '反色',
    channel: '通道',
    all: '全部',
    red: '红',
    green: '绿',
    blue: '蓝',
    reset: '恢复原样',
    percent: '{value} %',
  },
})
