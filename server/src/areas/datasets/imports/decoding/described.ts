import type { ImportedAttribute } from '@vermilion/contract/datasets/imports'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import type { DecodedPart } from './decode-messages.ts'

const maxTexts = 200
const maxAttributes = 100
const maxTextLength = 100

const nothing = (name: string): ImportedAttribute => ({ name, numbers: 0, flags: 0, texts: [], more: 0 })

interface AttributeTexts {
  readonly attribute: ImportedAttribute
  readonly texts: Map<string, number>
}

export function createDescribed() {
  const entries = new Map<number, Map<string, AttributeTexts>>()

  return {
    add({ labelIndex: classIndex, attributes = {} }: LabeledShape): void {
      const ofClass = entries.get(classIndex) ?? new Map<string, AttributeTexts>()
      entries.set(classIndex, ofClass)
      for (const [name, value] of Object.entries(attributes)) {
        if (!ofClass.has(name) && ofClass.size >= maxAttributes) continue
        const existing = ofClass.get(name) ?? { attribute: nothing(name), texts: new Map<string, number>() }
        ofClass.set(name, existing)
        const { attribute, texts } = existing
        if (typeof value === 'number') attribute.numbers += 1
        else if (typeof value === 'boolean') attribute.flags += 1
        else if (value.length <= maxTextLength && (texts.has(value) || texts.size < maxTexts))
          texts.set(value, (texts.get(value) ?? 0) + 1)
        else attribute.more += 1
      }
    },
    list: (): DecodedPart['described'] =>
      [...entries].flatMap(([classIndex, ofClass]) =>
        [...ofClass.values()].map(({ attribute, texts }) => ({
          ...attribute,
          classIndex,
          texts: [...texts].map(([text, count]) => ({ text, count })),
        })),
      ),
  }
}

export function withDescribed(existing: readonly ImportedAttribute[], more: ImportedAttribute): ImportedAttribute[] {
  const previous = existing.find(({ name }) => name === more.name)
  if (previous === undefined) return existing.length < maxAttributes ? [...existing, more] : [...existing]
  const texts = new Map(previous.texts.map(({ text, count }) => [text, count]))
  let beyond = previous.more + more.more
  for (const { text, count } of more.texts) {
    if (texts.has(text) || texts.size < maxTexts) texts.set(text, (texts.get(text) ?? 0) + count)
    else beyond += count
  }
  const both: ImportedAttribute = {
    name: more.name,
    numbers: previous.numbers + more.numbers,
    flags: previous.flags + more.flags,
    texts: [...texts].map(([text, count]) => ({ text, count })),
    more: beyond,
  }
  return existing.map((one) => (one === previous ? both : one))
}
