import type { Text } from '../../kernel/text.ts'
import { formatProblemTexts } from './problem-texts.ts'
import type { FormatProblemReason } from './problems.ts'

/** What is told of one image or label at a time, of many at once. */
const textsOfMany: Partial<Record<FormatProblemReason, Text>> = {
  renamed: {
    en: '{count} images are renamed: another has the same name up to its ending',
    zh: '{count} 张图片将重命名：另有图片除扩展名外同名',
  },
  flattened: {
    en: '{count} images are renamed: the layout has no folders',
    zh: '{count} 张图片将重命名：该布局不含文件夹',
  },
  'more-classes': {
    en: 'an image has one class: {count} more are left out',
    zh: '每张图片只能有一个类别：另外 {count} 个不写入',
  },
  'parts-as-mask': {
    en: 'in {count} images, outlines with holes or parts are written as masks',
    zh: '{count} 张图片中带孔或多部分的轮廓写为掩码',
  },
  'kind-not-written': {
    en: 'the format has no words for the kind of {count} labels',
    zh: '该格式无法表达 {count} 个标注的类型',
  },
}

/** What of many images or labels would be lost in a format. */
export const lossText = (reason: FormatProblemReason): Text => textsOfMany[reason] ?? formatProblemTexts[reason].text
