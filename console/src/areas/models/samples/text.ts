import { catalogue } from '#lib/i18n.ts'

export const samplesText = catalogue('model-samples', {
  en: {
    samples: 'Sample predictions',
    ofValidation: 'validation images of {name}, not used for training',
    ofAny: 'images of {name}, some of which may have been used for training',
    none: 'Its dataset has no images to show any more.',
    openInPlayground: 'Try it on a picture',
  },
  zh: {
    samples: '预测示例',
    ofValidation: '{name} 的验证图片，未用于训练',
    ofAny: '{name} 的图片，其中部分可能用于训练',
    none: '其数据集已没有可显示的图片。',
    openInPlayground: '用图片试运行',
  },
})
