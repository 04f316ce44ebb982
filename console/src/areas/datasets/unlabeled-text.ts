import { catalogue } from '#lib/i18n.ts'

export const unlabeledText = catalogue('unlabeled-images', {
  en: {
    openUnlabeled: 'Open the unlabeled images',
    trainOnLabeled: {
      one: 'Train on a version of the {count} labeled image',
      other: 'Train on a version of the {count} labeled images',
    },
    labeledImages: 'Labeled images',
    failed: 'Failed to create the version',
  },
  zh: {
    openUnlabeled: '打开未标注的图片',
    trainOnLabeled: '用 {count} 张已标注图片的版本训练',
    labeledImages: '已标注图片',
    failed: '创建版本失败',
  },
})
