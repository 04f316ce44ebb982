import { catalogue } from '#lib/i18n.ts'

export const presentUsersText = catalogue('annotation-others', {
  en: { others: 'Also on this image: {names}', comma: ', ' },
  zh: { others: '也在标注这张图片：{names}', comma: '、' },
})
