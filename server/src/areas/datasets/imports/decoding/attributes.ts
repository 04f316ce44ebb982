import type { AttributeType, Label } from '@vermilion/contract/labels/dataset-labels'
import { attributeRules } from '@vermilion/contract/labels/dataset-labels'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Shape } from '@vermilion/contract/labels/index'

export type Taker = Pick<Label, 'id' | 'name' | 'attributes'>

const wrong: Readonly<Record<AttributeType, Text>> = {
  select: { en: 'values that are none of its choices', zh: '不在可选项中的值' },
  text: { en: 'values that are no text', zh: '不是文本的值' },
  number: { en: 'values that are no number', zh: '不是数字的值' },
  checkbox: { en: 'values that are neither yes nor no', zh: '不是“是”或“否”的值' },
}

/** Maps names to attribute ids. `leave` receives why others are dropped, the same text for every shape of the label. */
export function attributesFor(
  { attributes: input }: LabeledShape,
  { name: label, attributes }: Taker,
  leave: (reason: Text) => void,
): Shape['attributes'] {
  if (input === undefined) return undefined
  const matches = Object.entries(input).flatMap(([name, value]) => {
    const request = attributes.find((one) => one.name === name)
    if (request === undefined) {
      leave({
        en: `the label ${label} has no attribute ${name}, its values are left out: add it to the label and import again to have them`,
        zh: `类别 ${label} 没有属性 ${name}，其值未导入：如需保留，请先为该类别添加此属性，再重新导入`,
      })
      return []
    }
    const { id, type, options = [] } = request
    if (attributeRules[type].fits(value, options)) return [[id, value] as const]
    leave({
      en: `of the attribute ${name} of the label ${label}, ${wrong[type].en} are left out`,
      zh: `类别 ${label} 的属性 ${name} 中，${wrong[type].zh}未导入`,
    })
    return []
  })
  return matches.length === 0 ? undefined : Object.fromEntries(matches)
}
