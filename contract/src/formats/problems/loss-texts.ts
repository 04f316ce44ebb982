import type { Text } from '../../kernel/text.ts'
import { formatProblemTexts } from './problem-texts.ts'
import type { FormatProblemReason } from './problems.ts'

const textsOfMany: Partial<Record<FormatProblemReason, Text>> = {
  renamed: {
    en: 'names change where another image has the same up to its ending (images: {count})',
    zh: '{count} 张图片将重命名：另有图片除扩展名外同名',
  },
  flattened: {
    en: 'names change, as the layout has no folders (images: {count})',
    zh: '{count} 张图片将重命名：该布局不含文件夹',
  },
  'more-classes': {
    en: 'an image has one class: further ones are left out (labels: {count})',
    zh: '每张图片只能有一个类别：另外 {count} 个不写入',
  },
  'parts-as-mask': {
    en: 'polygons with holes or parts are written as masks (images: {count})',
    zh: '{count} 张图片中带孔或多部分的多边形写为掩码',
  },
  'kind-not-written': {
    en: 'the format has no words for the kind of some labels ({count})',
    zh: '该格式无法表达 {count} 个标注的类型',
  },
}

export const lossText = (reason: FormatProblemReason): Text => textsOfMany[reason] ?? formatProblemTexts[reason].text
