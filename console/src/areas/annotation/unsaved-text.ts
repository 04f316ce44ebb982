import { catalogue } from '#lib/i18n.ts'

/** Messages about unsaved labels that any page may show; the studio's own texts load with the studio. */
export const unsavedText = catalogue('unsaved-work', {
  en: {
    replayed: {
      one: 'The unsaved labels of {count} image were saved',
      other: 'The unsaved labels of {count} images were saved',
    },
    strandedConflict: 'An image waits for your decision',
    strandedConflictWords:
      'Somebody else saved an image that you had changed. Your version is kept in this browser until you choose.',
    strandedRefused:
      'The server refused to save an image. Your version is kept in this browser; open the image to see why.',
    openImage: 'Open the image',
    later: 'Later',
  },
  zh: {
    replayed: '已补存 {count} 张图片的未保存标注',
    strandedConflict: '有一张图片等待你的决定',
    strandedConflictWords: '你修改过的图片已被他人保存。在你选择之前，你的版本会保留在本浏览器。',
    strandedRefused: '服务器拒绝保存一张图片。你的版本已保留在本浏览器，打开图片可查看原因。',
    openImage: '打开图片',
    later: '稍后',
  },
})
