import { labelColour } from '@vermilion/contract/labels/colours'
import { isLora, isStored, type Model } from '@vermilion/contract/models'
import { unknownValue } from '#lib/format.ts'
import { Chips } from '#ui/chips/chips.tsx'

export function ContentChips({ model, max }: { model: Model; max: number }) {
  if (isStored(model)) return unknownValue
  const chips = isLora(model)
    ? model.lora.triggerWords.map((text) => ({ text }))
    : model.labels.map((text, index) => ({ text, colour: labelColour(index) }))
  return chips.length === 0 ? unknownValue : <Chips chips={chips} max={max} />
}
