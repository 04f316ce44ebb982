import { catalogue } from '#lib/i18n.ts'

export const attributesText = catalogue('annotation-attributes', {
  en: {
    attributes: 'Attributes',
    attributesOf: { one: 'Attributes of {label}', other: 'Attributes of {label}, {count} shapes' },
    several: 'Differs',
    notSet: 'Not set',
    unfit: '{value} does not fit any more',
    remove: 'Remove',
  },
  zh: {
    attributes: '属性',
    attributesOf: '{label} 的属性（{count} 个图形）',
    several: '不一致',
    notSet: '未设置',
    unfit: '“{value}”已不符合该属性',
    remove: '移除',
  },
})
